import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where raw bytes are sent, and the loopback address that they come from. */
export interface RawTarget {
  readonly origin: string
  readonly from: string
}

/** A connection whose bytes the attack writes itself. */
export interface RawConnection {
  readonly socket: Socket
  /** Everything that the server has sent. */
  received(): string
  readonly closed: Promise<void>
}

/** Opens a connection; with `reads` false, nothing that the server sends is read. */
export function openRaw({ origin, from }: RawTarget, reads = true): RawConnection {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), localAddress: from })
  let text = ''
  if (reads) {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
    })
  } else socket.pause()
  // The server may cut it off.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, received: () => text, closed }
}

/** Sends bytes and returns everything that comes back until the server closes, or `mostMs` have passed. */
export async function exchange(target: RawTarget, bytes: string, mostMs = 10_000): Promise<string> {
  const { socket, received, closed } = openRaw(target)
  socket.write(bytes)
  await Promise.race([closed, sleep(mostMs, undefined, { ref: false })])
  socket.destroy()
  return received()
}

/** Returns the statuses in what a server has sent. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** Writes a request; `close` makes it the last on its connection. */
export function requestText(
  method: string,
  path: string,
  { headers = {}, body = '', close = false }: { headers?: Record<string, string>; body?: string; close?: boolean } = {},
): string {
  const all = {
    Host: '127.0.0.1',
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(close ? { Connection: 'close' } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
