import type { IncomingMessage, ServerResponse } from 'node:http'
import { beginExchange, type ExchangeRecords, onceSent } from './exchanges.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'

/** A request below a route's prefix. */
export interface DirectRequest {
  readonly incoming: IncomingMessage
  readonly requestId: string
  /** With dots resolved, and so never outside of the prefix. */
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
}

export interface DirectAnswer {
  readonly status: number
  /** Besides those that every answer has. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Error code of a refusal. */
  readonly code?: string
}

/** What is answered below a prefix. */
export interface DirectRoute {
  /** Without a slash at its end. */
  readonly prefix: string
  /** Added to every answer. */
  readonly fixedHeaders: readonly (readonly [name: string, value: string])[]
  answer(request: DirectRequest): Promise<DirectAnswer>
  /** What is answered where `answer` rejects, or its headers cannot be sent. */
  broken(request: DirectRequest): DirectAnswer
}

/** Answers a request by itself; false leaves it to the app. */
export type AnswerDirectly = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/**
 * Answers a route with Node's own request and response, which takes a fraction of the time that an app's do, and counts
 * and logs as the app does. It runs in no request's course: `currentRequestId` knows nothing of it.
 */
export function answerDirectly(route: DirectRoute, records: ExchangeRecords): AnswerDirectly {
  const template = `${route.prefix}/*`
  const fixed = route.fixedHeaders.flat()
  const answer = async (request: DirectRequest, outgoing: ServerResponse) => {
    const { requestId, incoming } = request
    const end = beginExchange(records, requestId)
    const send = ({ status, headers, body, code }: DirectAnswer) => {
      const own = { [REQUEST_ID_HEADER]: requestId, 'Content-Length': String(body.length), ...headers }
      outgoing.writeHead(status, [...fixed, ...Object.entries(own).flat()])
      const { method = '' } = incoming
      onceSent(outgoing, (isWhole) => end({ method, route: template, status, code }, isWhole))
      outgoing.end(method === 'HEAD' ? undefined : body)
    }
    try {
      send(await route.answer(request))
    } catch (err) {
      records.log.error({ err, route: template, request_id: requestId }, 'a request broke')
      send(route.broken(request))
    }
  }
  return (incoming, outgoing) => {
    const target = targetOf(incoming)
    if (target === null || !`${target.pathname}/`.startsWith(`${route.prefix}/`)) return false
    const { pathname, search } = target
    const requestId = requestIdOf(incoming.headers[REQUEST_ID_HEADER.toLowerCase()])
    void answer({ incoming, requestId, pathname, search }, outgoing)
    return true
  }
}

/** Not in the path, where some would read it as a slash, and no other authority than a host and port. */
const BACKSLASH_IN_PATH = /^[^?]*\\/
const HOST = /^[^\s/?#@\\]+$/

/** The address that is asked for; null where it, or the host, is nothing that the app would answer either. */
function targetOf({ url = '', headers: { host = '' } }: IncomingMessage): URL | null {
  if (BACKSLASH_IN_PATH.test(url)) return null
  const isWhole = url.startsWith('http://') || url.startsWith('https://')
  if (!isWhole && !HOST.test(host)) return null
  try {
    return new URL(isWhole ? url : `http://${host}${url}`)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
