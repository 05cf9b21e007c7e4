import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeBody } from '../../src/proxy/upstream/connection/decode-body.ts'
import { recordAnswer } from './run-record.ts'

const LONGEST_BODY_BYTES = 256 * 1024 * 1024

/** Sits between browsers and an application, passes everything on as it arrives, and records every response. */
export interface Recorder {
  readonly address: string
  /**
   * Passes nothing on any more. Requests are then left waiting until the run ends: a page that is still open would log
   * a refused connection as its own error.
   */
  stop(): void
}

/** Starts a recorder in front of the application at an address. */
export async function startRecorder(application: string): Promise<Recorder> {
  const stopping = new AbortController()
  const server = createServer((asked, answer) => {
    if (!stopping.signal.aborted) pass(application, asked, answer, stopping.signal)
  })
  // A connection closed while idle would fail the request that is just being sent on it.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      stopping.abort()
      server.unref()
    },
  }
}

function pass(application: string, asked: IncomingMessage, answer: ServerResponse, stopping: AbortSignal): void {
  const { url: path = '/', method, headers } = asked
  // No agent, so that no request goes out on a connection that the application is just closing.
  const onward = request(
    new URL(application),
    { path, method, headers, agent: false, signal: stopping },
    (received) => {
      const chunks: Buffer[] = []
      answer.writeHead(received.statusCode ?? 502, received.rawHeaders)
      answer.flushHeaders()
      received.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        answer.write(chunk)
      })
      received.on('end', () => answer.end())
      // Partial responses count too.
      received.on('close', () => {
        if (!received.complete && !stopping.aborted) answer.destroy()
        void keep(path, received, Buffer.concat(chunks))
      })
    },
  )
  onward.on('error', (error) => stopping.aborted || answer.destroy(error))
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

async function keep(path: string, received: IncomingMessage, sent: Buffer): Promise<void> {
  const head = `${received.statusCode} ${received.statusMessage}\n${received.rawHeaders.join('\n')}`
  const encoding = received.headers['content-encoding']
  // A truncated response, or one to HEAD, cannot be decompressed.
  const body = await decodeBody(sent, encoding, LONGEST_BODY_BYTES).catch(() => sent)
  recordAnswer({ path, head, body })
}
