import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Client } from './client-address.ts'
import type { ExchangeMetrics } from './exchange-metrics.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import { type RunningAnswers, watchAnswers } from './running-answers.ts'

/** How long the rest of a refused request is read. */
const LINGER_MS = 2_000
/** How long a connection that was opened just before the end may take to ask. */
const SILENCE_MS = 500
/** How long a client may leave an answer unread. */
const LONGEST_UNREAD_MS = 60_000
/** Turns of the event loop in which connections that wait to be taken are taken: the system hands them over one by one. */
const TURNS = 8

/** What never reaches the app: bytes that are no HTTP, too many or too slow; a tunnel, an expectation; a fault of ours. */
export type BareFault =
  | 'unreadable'
  | 'address_too_long'
  | 'head_too_long'
  | 'too_slow'
  | 'tunnel'
  | 'unexpected_expectation'
  | 'failed'

/** An answer to what is not even a request that a route could look at. */
export interface BareAnswer {
  readonly status: number
  /** Error code, as the envelope says it. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

export interface HttpServerOptions {
  readonly fetch: Parameters<typeof getRequestListener>[0]
  /** Longest address. */
  readonly maxAddressBytes: number
  /** Longest request line and headers together. Beyond them it is not known any more which of the two is too long. */
  readonly maxHeadBytes: number
  /** Makes the server's own refusals, so that they look like all others. */
  readonly refuse: (fault: BareFault, request: { requestId: string; address: string }) => BareAnswer
  /** How long a client may leave an answer unread before it is cut off, in ms; a minute unless given. */
  readonly longestUnreadMs?: number
  readonly client: (incoming: IncomingMessage) => Client
  readonly metrics: ExchangeMetrics
  readonly log: Logger
}

/** A server that can be ended without cutting an answer off. */
export interface HttpServer {
  /** Listens; answers the origin with the address as it is bound. */
  listen(at: { host: string; port: number }): Promise<string>
  /** From now on each answer is the last on its connection, so that clients go elsewhere. */
  windDown(): void
  /** Takes no more connections and lets the running answers end; cuts those off that take longer than `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** An HTTP server over an app. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  // Node would answer a request without Host by itself, with no body.
  const server = createServer({ maxHeaderSize: options.maxHeadBytes, requireHostHeader: false })
  const answers = watchAnswers(server)
  const answerNext = oneAtATime(answerer(options))
  server.on('request', (incoming, outgoing) => {
    // From its arrival on, so that a request that waits for its turn is answered before the server ends.
    answers.add(incoming.socket, outgoing)
    answerNext(incoming, outgoing)
  })
  refuseBare(server, options, answers)
  return {
    listen: (at) => listen(server, at),
    windDown: () => answers.windDown(),
    close: async (graceMs) => {
      answers.windDown()
      // What has arrived by now is taken and read, and so counts as running.
      for (let turn = 0; turn < TURNS; turn++) await nextTurn()
      const silence = setTimeout(() => answers.endSilent(), SILENCE_MS)
      await Promise.all([
        promisify(server.close.bind(server))(),
        Promise.race([answers.ended(), sleep(graceMs)]).then(() => server.closeAllConnections()),
      ])
      clearTimeout(silence)
    },
  }
}

function answerer(options: HttpServerOptions): RequestListener {
  const { longestUnreadMs = LONGEST_UNREAD_MS } = options
  const reached = new WeakSet<object>()
  const listener = getRequestListener(
    (request, env) => {
      if ('incoming' in env) reached.add(env.incoming)
      return options.fetch(request, env)
    },
    { errorHandler: (err) => void options.log.debug({ err }, 'a request could not be handed on') },
  )
  return async (incoming, outgoing) => {
    // An answer that waits for something else, such as the service, has nothing to be read yet.
    outgoing.setTimeout(longestUnreadMs, () => {
      if (incoming.socket.writableLength > 0) incoming.socket.destroy()
    })
    const isTooLong = (incoming.url ?? '').length > options.maxAddressBytes
    if (!isTooLong) await listener(incoming, outgoing)
    if (outgoing.headersSent || outgoing.destroyed) return
    const fault = isTooLong ? 'address_too_long' : reached.has(incoming) ? 'failed' : 'unreadable'
    const { status, headers, body } = bareAnswer(options, fault, incoming.socket, incoming)
    outgoing.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
  }
}

function refuseBare(server: Server, options: HttpServerOptions, answers: RunningAnswers): void {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Each further chunk is as unreadable as the one that was refused: it is only read, as `end` says.
    if (refused.has(socket)) return
    const outgoing = answers.on(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    // A broken body behind a request that is being answered: the answer is the last on this connection.
    else if (outgoing) outgoing.once('finish', () => socket.end())
    else {
      refused.add(socket)
      end(socket, bareAnswer(options, faultOf(error), socket))
    }
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Written now, a refusal would be read as the answer to a request before it.
    if (answers.on(socket)) socket.destroy()
    else end(socket, bareAnswer(options, 'tunnel', socket))
  })
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing) => {
    const { status, headers, body } = bareAnswer(options, 'unexpected_expectation', incoming.socket, incoming)
    outgoing.writeHead(status, headers).end(body)
  })
}

function faultOf({ code }: NodeJS.ErrnoException): BareFault {
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_long'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'unreadable'
}

function bareAnswer(
  { refuse, client, metrics, log }: HttpServerOptions,
  fault: BareFault,
  socket: Duplex,
  incoming?: IncomingMessage,
): BareAnswer {
  const requestId = requestIdOf(incoming?.headers[REQUEST_ID_HEADER.toLowerCase()])
  const address = incoming ? client(incoming).address : ((socket as Socket).remoteAddress ?? 'nowhere')
  const answer = refuse(fault, { requestId, address })
  const { status, code, body } = answer
  metrics.bare(status, code)
  log.info({ request_id: requestId, status, code, fault }, 'refused what is no request')
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    [REQUEST_ID_HEADER]: requestId,
    ...answer.headers,
  }
  return { status, code, headers, body }
}

/**
 * Answers on the bare connection and closes it when the client does. Meanwhile what it still sends is read: unread, it
 * would tear the connection down before the answer arrives.
 */
function end(socket: Duplex, { status, headers, body }: BareAnswer): void {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  socket.resume()
  const linger = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(linger))
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { address, family, port: bound } = server.address() as AddressInfo
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`)
    })
  })
}
