import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'

/** Carries the request id in both directions. */
export const REQUEST_ID_HEADER = 'X-Request-Id'

// Long enough for the ids that gateways give, and without the underscore that every API token holds: a token sent in
// this header by mistake must not reach a log.
const WELL_FORMED = /^[A-Za-z0-9-]{8,64}$/

const current = new AsyncLocalStorage<string>()

/** The id that the client or a gateway gave, where it is well-formed, so that their log and ours can be joined; else a new one. */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : randomUUID()
}

/** Runs what answers a request, so that `currentRequestId` names the request in all that it starts. */
export function withinRequest<T>(requestId: string, run: () => T): T {
  return current.run(requestId, run)
}

/** The request in whose course this is called; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** A log whose lines name the request in whose course they are written. */
export function logByRequest(log: Logger): Logger {
  const withId = (fields: object): Record<string, unknown> => {
    const request_id = currentRequestId()
    return request_id === undefined ? { ...fields } : { request_id, ...fields }
  }
  return log.child({}, { formatters: { log: withId } })
}
