import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer as it went to the browser: status line, headers and body as text. */
export interface Answer {
  readonly path: string
  readonly text: string
}

/** Stands between a browser and an application, passes everything on as it comes, and keeps every answer. */
export interface Recorder {
  readonly address: string
  readonly answers: readonly Answer[]
  stop(): Promise<void>
}

/** Starts a recorder in front of the application at an address. */
export async function startRecorder(application: string): Promise<Recorder> {
  const answers: Answer[] = []
  const server = createServer((asked, answer) => pass(application, asked, answer, answers))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    answers,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(application: string, asked: IncomingMessage, answer: ServerResponse, answers: Answer[]): void {
  const path = asked.url ?? '/'
  // Not compressed, so that what is kept can be searched.
  const headers = { ...asked.headers, 'accept-encoding': 'identity' }
  const onward = request(new URL(application), { path, method: asked.method, headers }, (received) => {
    const chunks: Buffer[] = []
    answer.writeHead(received.statusCode ?? 502, received.rawHeaders)
    received.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      answer.write(chunk)
    })
    received.on('end', () => {
      answer.end()
      const head = `${received.statusCode} ${received.statusMessage}\n${received.rawHeaders.join('\n')}`
      answers.push({ path, text: `${head}\n\n${Buffer.concat(chunks).toString('latin1')}` })
    })
  })
  onward.on('error', (error) => answer.destroy(error))
  asked.pipe(onward)
}
