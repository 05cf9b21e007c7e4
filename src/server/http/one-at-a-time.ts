import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Handles the requests of a connection one after another, each once the previous response has been sent. Node hands over
 * all requests that arrive together, and each response would keep its body in memory until the client reads it. While
 * requests wait, the connection is not read. Other connections have a turn before each of them.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>()
  const goOn = (queue: Exchange[], socket: Socket) => {
    const [next] = queue
    // After a connection's last response, Node sends no other.
    if (next === undefined || !socket.writable) queue.length = 0
    else begin(queue, next)
    if (queue.length < 2 && socket.isPaused()) socket.resume()
  }
  const begin = (queue: Exchange[], { incoming, outgoing }: Exchange) => {
    outgoing.once('close', () => {
      queue.shift()
      if (queue.length === 0) goOn(queue, incoming.socket)
      else setImmediate(goOn, queue, incoming.socket)
    })
    listener(incoming, outgoing)
  }
  return (incoming, outgoing) => {
    const { socket } = incoming
    const queue = queues.get(socket) ?? openQueue(socket)
    queues.set(socket, queue)
    const exchange = { incoming, outgoing }
    queue.push(exchange)
    if (queue.length === 1) begin(queue, exchange)
    else socket.pause()
  }
}

function openQueue(socket: Socket): Exchange[] {
  const queue: Exchange[] = []
  // Node itself resumes a connection after each request that it reads, and after each write that it finishes.
  socket.on('resume', () => {
    if (queue.length > 1) socket.pause()
  })
  return queue
}
