import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { asClient } from '../work/turns.ts'
import { allocateYoung } from './allocate-young.ts'
import type { Client } from './client-address.ts'
import {
  boundConnections,
  boundsWithin,
  CONNECTION_BOUNDS,
  type ConnectionBounds,
  openFilesMax,
} from './connection-bounds.ts'
import { countedAddress } from './counted-address.ts'
import type { ExchangeMetrics } from './exchange-metrics.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import { type RunningAnswers, watchAnswers } from './running-answers.ts'

/** How long the server goes on reading a refused request. */
const LINGER_MS = 2_000
/** How long a connection opened just before the shutdown may take to send a request. */
const SILENCE_MS = 500
/** How long a client may leave a response unread. */
const LONGEST_UNREAD_MS = 60_000
/** How long a request may take to arrive, its body included. */
const LONGEST_ARRIVAL_MS = 30_000
/**
 * How long an idle connection is kept. Longer than nginx, Varnish and most balancers keep theirs to a server (a minute):
 * one that the server closes just as they send a request on it costs a 502, because metered calls are not sent again.
 */
const LONGEST_IDLE_MS = 65_000
/** How often the server looks for requests that take too long. */
const LOOK_MS = 5_000
/** Turns of the event loop for accepting waiting connections, which the system hands over one by one. */
const TURNS = 8

/**
 * Why a request never reached the app: not valid HTTP, an address that is not percent-encoded, too long, too slow, too
 * many connections of its client, a tunnel, an expectation, or our own error.
 */
export type BareFault =
  | 'unreadable'
  | 'address_not_encoded'
  | 'address_too_long'
  | 'head_too_long'
  | 'too_slow'
  | 'too_many_connections'
  | 'tunnel'
  | 'unexpected_expectation'
  | 'failed'

/** A response to a request that no route can handle. */
export interface BareAnswer {
  readonly status: number
  /** Error code of the envelope. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

export interface HttpServerOptions {
  readonly fetch: Parameters<typeof getRequestListener>[0]
  /** Longest address. */
  readonly maxAddressBytes: number
  /** Longest request line and headers together. Beyond this it is unknown which of them is too long. */
  readonly maxHeadBytes: number
  /** Creates the server's own refusals, so that they look like all others. */
  readonly refuse: (fault: BareFault, request: { requestId: string; address: string }) => BareAnswer
  /** How long a client may leave a response unread before it is disconnected, in ms; a minute unless given. */
  readonly longestUnreadMs?: number
  /** How long a request may take to arrive, its body included, in ms; half a minute unless given. */
  readonly longestArrivalMs?: number
  readonly client: (incoming: IncomingMessage) => Client
  /** True for an address whose connections belong to many clients; none is unless given. */
  readonly isReverseProxy?: (address: string) => boolean
  /** Unless given, `CONNECTION_BOUNDS`, or fewer where the process may have few files open. */
  readonly connections?: ConnectionBounds
  readonly metrics: ExchangeMetrics
  readonly log: Logger
}

/** A server that can shut down without cutting off a response. */
export interface HttpServer {
  /** Starts listening; returns the origin with the bound address. */
  listen(at: { host: string; port: number }): Promise<string>
  /** Makes each response the last on its connection from now on, so that clients go elsewhere. */
  windDown(): void
  /** Accepts no more connections and finishes running responses; cuts off those that take longer than `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Creates an HTTP server for an app. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  allocateYoung()
  // Node itself would refuse a request without Host, with an empty body.
  const { longestArrivalMs = LONGEST_ARRIVAL_MS, client, connections = usualBounds(options) } = options
  const server = createServer({
    maxHeaderSize: options.maxHeadBytes,
    requireHostHeader: false,
    headersTimeout: longestArrivalMs,
    requestTimeout: longestArrivalMs,
    keepAliveTimeout: LONGEST_IDLE_MS,
    connectionsCheckingInterval: Math.min(LOOK_MS, longestArrivalMs),
  })
  const answers = watchAnswers(server)
  const isExcess = boundConnections(server, connections, {
    client,
    isReverseProxy: options.isReverseProxy ?? (() => false),
  })
  const answerNext = oneAtATime(answerer(options, isExcess))
  server.on('request', (incoming, outgoing) => {
    // Counted from its arrival, so that a queued request is answered before the server ends.
    answers.add(incoming.socket, outgoing)
    answerNext(incoming, outgoing)
  })
  refuseBare(server, options, answers)
  return {
    listen: (at) => listen(server, at),
    windDown: () => answers.windDown(),
    close: async (graceMs) => {
      answers.windDown()
      // Accepts and reads what has already arrived, so that it counts as running.
      for (let turn = 0; turn < TURNS; turn++) await nextTurn()
      const idleTimer = setTimeout(() => answers.endIdle(), SILENCE_MS)
      await Promise.all([
        promisify(server.close.bind(server))(),
        Promise.race([answers.ended(), sleep(graceMs)]).then(() => server.closeAllConnections()),
      ])
      clearTimeout(idleTimer)
    },
  }
}

function usualBounds({ log }: Pick<HttpServerOptions, 'log'>): ConnectionBounds {
  const openFiles = openFilesMax()
  const { inAll, perClient } = boundsWithin(openFiles)
  if (inAll < CONNECTION_BOUNDS.inAll) {
    const hint = `${CONNECTION_BOUNDS.inAll * 2} files let it have ${CONNECTION_BOUNDS.inAll} (ulimit -n, LimitNOFILE=)`
    log.warn({ open_files: openFiles, connections: inAll, hint }, 'few files may be open, so few connections are kept')
  }
  return { inAll, perClient }
}

function answerer(options: HttpServerOptions, isExcess: ReturnType<typeof boundConnections>): RequestListener {
  const { longestUnreadMs = LONGEST_UNREAD_MS } = options
  // The app is called at once, unless the request could not be read.
  let latest: object | null = null
  const listener = getRequestListener(
    (request, env) => {
      latest = 'incoming' in env ? env.incoming : null
      return options.fetch(request, env)
    },
    {
      // Of a request without one, which HTTP/1.0 allows: some balancers send their health checks so.
      hostname: 'localhost',
      errorHandler: (err) => void options.log.debug({ err }, 'a request could not be passed to the app'),
    },
  )
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, fault: BareFault) => {
    if (outgoing.headersSent || outgoing.destroyed) return
    const { status, headers, body } = bareAnswer(options, fault, incoming.socket, incoming)
    outgoing.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
  }
  return (incoming, outgoing) => {
    // A response that still waits for something, such as the service, has nothing unread.
    outgoing.setTimeout(longestUnreadMs, () => {
      if (incoming.socket.writableLength > 0) incoming.socket.destroy()
    })
    const refused = isExcess(incoming, outgoing) ? 'too_many_connections' : faultOfHead(incoming, options)
    if (refused !== null) return refuse(incoming, outgoing, refused)
    const answered = asClient(options.client(incoming).address, () => listener(incoming, outgoing))
    const fault = latest === incoming ? 'failed' : 'unreadable'
    // Some responses, such as held tiles, are sent at once.
    if (!outgoing.headersSent) void answered.then(() => refuse(incoming, outgoing, fault))
  }
}

function faultOfHead(
  { url = '', rawHeaders, httpVersion }: IncomingMessage,
  { maxAddressBytes }: HttpServerOptions,
): BareFault | null {
  if (url.length > maxAddressBytes) return 'address_too_long'
  // Node takes the first of several hosts, and a proxy in front may take the last (RFC 9112, 3.2).
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  )
  const isMissing = hosts.length === 0 && httpVersion !== '1.0'
  return hosts.length > 1 || isMissing ? 'unreadable' : null
}

function refuseBare(server: Server, options: HttpServerOptions, answers: RunningAnswers): void {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Further chunks are unreadable too; `end` only drains them.
    if (refused.has(socket)) return
    const outgoing = answers.on(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    // Its own body does not arrive, or cannot be read, so its route would wait for the rest.
    else if (outgoing && !outgoing.headersSent && isStopped(outgoing.req, error)) {
      refused.add(socket)
      const refuseNow = () => end(socket, bareAnswer(options, faultOf(error), socket))
      // Without a connection of its own yet, it waits for the responses to earlier requests.
      if (outgoing.socket) refuseNow()
      else outgoing.once('socket', refuseNow)
    }
    // The bytes after a request under way are broken, so its response is the last on this connection.
    else if (outgoing) {
      refused.add(socket)
      outgoing.once('finish', () => socket.end())
    } else {
      refused.add(socket)
      end(socket, bareAnswer(options, faultOf(error), socket))
    }
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // A refusal written now would be read as the response to an earlier request.
    if (answers.on(socket)) socket.destroy()
    else end(socket, bareAnswer(options, 'tunnel', socket))
  })
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing) => {
    const { status, headers, body } = bareAnswer(options, 'unexpected_expectation', incoming.socket, incoming)
    outgoing.writeHead(status, headers).end(body)
  })
}

/** True when the body of a request will never be whole. That of a GET is ignored, unless it keeps the connection. */
function isStopped({ complete, method }: IncomingMessage, error: NodeJS.ErrnoException): boolean {
  return !complete && (faultOf(error) === 'too_slow' || (method !== 'GET' && method !== 'HEAD'))
}

function faultOf({ code }: NodeJS.ErrnoException): BareFault {
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_long'
  // The second is what follows a space. curl sends an address as it was typed.
  if (code === 'HPE_INVALID_URL' || code === 'HPE_INVALID_CONSTANT') return 'address_not_encoded'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'unreadable'
}

function bareAnswer(
  { refuse, client, metrics, log }: HttpServerOptions,
  fault: BareFault,
  socket: Duplex,
  incoming?: IncomingMessage,
): BareAnswer {
  const requestId = requestIdOf(incoming?.headers[REQUEST_ID_HEADER.toLowerCase()])
  const address = incoming ? client(incoming).address : countedAddress((socket as Socket).remoteAddress ?? 'nowhere')
  const answer = refuse(fault, { requestId, address })
  const { status, code, body } = answer
  metrics.bare(status, code)
  log.info({ request_id: requestId, status, code, fault }, 'refused an invalid request')
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
 * Responds on the bare connection and closes it when the client does. Until then it drains what the client sends: unread
 * data would reset the connection before the response arrives.
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
