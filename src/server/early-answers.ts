import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The head of a GET without a body. */
export interface RequestHead {
  /** Path and query as they stand in the request line. */
  readonly target: string
  /** A header's value; undefined where it is not sent. The name is given in lower case. */
  header(name: string): string | undefined
}

/** The whole answer, head included; null leaves the request to the ordinary way. */
export type AnswerEarly = (head: RequestHead) => Buffer | null

/** In lower case. Anything with one of these is more than a plain GET on a connection that stays open. */
const NEVER_EARLY =
  /\r\n(?:content-length|transfer-encoding|expect|upgrade|range|connection(?!:[ \t]*keep-alive[ \t]*\r\n)):/
/** Request line and headers exactly as RFC 9112 writes them, to the end: what is less exact is for the parser to judge. */
const PLAIN_GET = /^GET (\/[\x21-\x7e]*) HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n\0]*\r\n)+\r\n$/

/**
 * Answers what `answer` has ready on the connection itself, before Node's parser and request objects, which cost far
 * more than sending a few kilobytes does. The parser never sees such a request.
 *
 * It is only done where no byte can be taken for another one's: the first request of a connection goes the ordinary
 * way, and so does for good everything on a connection that has ever carried a chunk of bytes other than one whole GET
 * without a body, or one that came before the last was answered.
 */
export function answerEarly(server: Server, answer: AnswerEarly): void {
  const states = new WeakMap<Duplex, ConnectionState>()
  server.on('connection', (socket) => {
    // Node's own listener, which hands the bytes to the parser, was added before this one is told of the connection.
    const feeds = socket.listeners('data')
    const state: ConnectionState = { isPlain: true, isFirst: true, isRunning: false, isRead: true }
    states.set(socket, state)
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      if (!state.isRead) return
      const early = state.isPlain ? earlyAnswer(state, chunk, answer) : null
      if (early !== null && !socket.writableNeedDrain) socket.write(early)
      else {
        state.isRunning = true
        for (const feed of feeds) feed.call(socket, chunk)
      }
    })
  })
  server.on('connect', (_incoming: IncomingMessage, socket: Duplex) => {
    const state = states.get(socket)
    // Node has freed the parser, and gives it to the next connection: what still comes here would be read as asked there.
    if (state) state.isRead = false
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const state = states.get(incoming.socket)
    outgoing.once('close', () => {
      if (state) state.isRunning = false
    })
  })
}

interface ConnectionState {
  /** True while all that came was one whole GET without a body at a time. */
  isPlain: boolean
  /** Node ends a connection on which its parser has not seen a request within a minute. */
  isFirst: boolean
  /** True while an ordinary request is being answered. */
  isRunning: boolean
  /** False once a tunnel was asked for, which is the last thing that is read. */
  isRead: boolean
}

function earlyAnswer(state: ConnectionState, chunk: Buffer, answer: AnswerEarly): Buffer | null {
  const head = state.isRunning ? null : readHead(chunk)
  if (head === null) {
    state.isPlain = false
    return null
  }
  if (state.isFirst) {
    state.isFirst = false
    return null
  }
  return answer(head)
}

/** Reads a chunk that is one GET of HTTP/1.1 without a body, whole and nothing besides; null for any other. */
export function readHead(chunk: Buffer): RequestHead | null {
  const text = chunk.toString('latin1')
  const target = PLAIN_GET.exec(text)?.[1]
  if (target === undefined) return null
  const lower = text.toLowerCase()
  const header = (name: string) => {
    const at = lower.indexOf(`\r\n${name}:`)
    if (at < 0) return undefined
    const from = at + name.length + 3
    return text.slice(from, text.indexOf('\r\n', from)).trim()
  }
  return lower.includes('\r\nhost:') && !NEVER_EARLY.test(lower) ? { target, header } : null
}
