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
import { getRequestListener } from '@hono/node-server'
import type { Env, Hono } from 'hono'
import { PATH_PREFIX } from '../contract/limits.ts'
import { type BareAnswer, bareRefusal } from './routes/bare-refusal.ts'
import { Refusal } from './routes/refusal.ts'
import type { ServiceDeps } from './routes/service-env.ts'

/** Longest request line and headers, in bytes: cell lists travel in the address. */
const MAX_HEADER_BYTES = 64 * 1024
/** How long answers in the making may take once the server is asked to stop. */
const CLOSE_GRACE_MS = 5_000

/** How long the rest of a refused request is read. */
const LINGER_MS = 2_000

const UNREADABLE = new Refusal('malformed_request', 'the request cannot be read')
const TOO_LONG = new Refusal('malformed_request', `the address and headers are longer than ${MAX_HEADER_BYTES} bytes`, {
  status: 431,
})
const TOO_SLOW = new Refusal('malformed_request', 'the request did not arrive in time', { status: 408 })
const NO_TUNNEL = new Refusal('malformed_request', 'use GET, not CONNECT', { status: 405 })
const UNEXPECTED = new Refusal('malformed_request', 'the header Expect can only ask for 100-continue', { status: 417 })
const FAILED = new Refusal('internal_error', 'the service failed; try again later')

/**
 * An HTTP server over the app. What the server refuses before the app sees it (bytes that are no HTTP, headers that are
 * too long, a missing Host, another expectation, a tunnel) has the envelope and the headers of every other answer.
 */
export function createHttpServer<E extends Env>(app: Hono<E>, deps: ServiceDeps): Server {
  const reached = new WeakSet<object>()
  const answering = new WeakMap<Duplex, ServerResponse>()
  const refuse = (refusal: Refusal, socket: Duplex) => bareRefusal(deps, refusal, addressOf(socket))
  const listener = getRequestListener(
    (request, env) => {
      if ('incoming' in env) reached.add(env.incoming)
      return app.fetch(request, env)
    },
    { errorHandler: (err) => void deps.log.debug({ err }, 'a request could not be handed on') },
  )
  const answer: RequestListener = async (incoming, outgoing) => {
    answering.set(incoming.socket, outgoing)
    outgoing.once('close', () => answering.delete(incoming.socket))
    await listener(incoming, outgoing)
    if (outgoing.headersSent || outgoing.destroyed) return
    const { status, headers, body } = refuse(reached.has(incoming) ? FAILED : UNREADABLE, incoming.socket)
    outgoing.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
  }

  // Node would answer a request without Host by itself, with no body.
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }, answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const outgoing = answering.get(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    // A broken body behind a request that is being answered: the answer is the last on this connection.
    else if (outgoing) outgoing.once('finish', () => socket.end())
    else end(socket, refuse(refusalOf(error), socket))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => end(socket, refuse(NO_TUNNEL, socket)))
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing) => {
    const { status, headers, body } = refuse(UNEXPECTED, incoming.socket)
    outgoing.writeHead(status, headers).end(body)
  })
  return server
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LONG
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : UNREADABLE
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

function addressOf(socket: Duplex): string {
  return (socket as Socket).remoteAddress ?? 'nowhere'
}

/** Listens; answers the base address, /public/v1 included. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { address, family, port: bound } = server.address() as AddressInfo
      const name = family === 'IPv6' ? `[${address}]` : address
      resolve(`http://${name}:${bound}${PATH_PREFIX}`)
    })
  })
}

/** Takes no more requests and lets those that are being answered end. */
export function closeServer(server: Server): Promise<void> {
  const giveUp = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  return new Promise((resolve, reject) => {
    server.close((error) => {
      clearTimeout(giveUp)
      if (error) reject(error)
      else resolve()
    })
    server.closeIdleConnections()
  })
}
