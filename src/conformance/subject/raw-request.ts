import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A response to bytes that an HTTP client would not send. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const TIMEOUT_MS = 10_000

/** Sends bytes and reads the first response; null when the connection ends without one. */
export async function sendRaw(base: string, bytes: string): Promise<RawAnswer | null> {
  const received = await exchange(new URL(base), bytes)
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, Math.max(0, end)).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1])
  if (!status) return null
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  return { status, headers, text: received.slice(end + 4) }
}

function exchange(base: URL, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = openSocket(base, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      received += chunk
      if (isWhole(received)) socket.destroy()
    })
    // A server that refuses may reset the connection while we are still writing; what it sent before that counts.
    socket.on('error', (error) => (received === '' && !isReset(error) ? reject(error) : undefined))
    socket.on('close', () => resolve(received))
  })
}

function openSocket({ protocol, hostname, port }: URL, opened: () => void): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return connectTls({ host, port: Number(port || 443), servername: host }, opened)
  return connectPlain({ host, port: Number(port || 80) }, opened)
}

/** Whether the body is as long as Content-Length announces. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, Math.max(0, end)))?.[1]
  return end !== -1 && length !== undefined && Buffer.byteLength(received.slice(end + 4)) >= Number(length)
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE'
}
