import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'

/** Header with the request id, in both directions. */
export const REQUEST_ID_HEADER = 'X-Request-Id'

// Long enough for the ids of gateways. The underscore, which every API token has, is excluded: a token sent in this
// header by mistake must not reach a log.
const WELL_FORMED = /^[A-Za-z0-9-]{8,64}$/

const current = new AsyncLocalStorage<string>()

/** Returns the id sent by the client or a gateway if it is well-formed, so that logs can be joined; else a new one. */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : randomUUID()
}

/** Runs a request's handler, so that `currentRequestId` returns its id in everything that it starts. */
export function withinRequest<T>(requestId: string, run: () => T): T {
  return current.run(requestId, run)
}

/** Returns the id of the request being handled; undefined outside a request. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** Returns a log whose lines have the id of the request being handled. */
export function logByRequest(log: Logger): Logger {
  const withId = (fields: object): Record<string, unknown> => {
    const request_id = currentRequestId()
    return request_id === undefined ? { ...fields } : { request_id, ...fields }
  }
  return log.child({}, { formatters: { log: withId } })
}
