import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { withinRequest } from '../../server/request-id.ts'
import { connectService, type ServiceConnection } from './service-connection.ts'

let server: Server
let connection: ServiceConnection

afterEach(async () => {
  await connection.close()
  server.close()
})

async function connectTo(listener: RequestListener): Promise<void> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  connection = connectService({ baseUrl: `http://127.0.0.1:${port}/public/v1`, token: 'svc_live_ro_0123' })
}

describe('a connection to the service', () => {
  it('reads an answer that arrives in pieces after an interim response', async () => {
    await connectTo(async (_, outgoing) => {
      outgoing.writeEarlyHints({ link: '</style.css>; rel=preload' })
      outgoing.writeHead(200, [
        ['X-Twice', 'a'],
        ['X-Twice', 'b'],
      ])
      outgoing.write('one, ')
      setImmediate(() => outgoing.end('two'))
    })
    const fetched = await connection.get('/public/v1/ping', 'free')
    if (fetched.kind !== 'answer') expect.fail(fetched.failure.message)
    expect([fetched.answer.status, Buffer.from(fetched.answer.body).toString()]).toEqual([200, 'one, two'])
    expect(fetched.answer.headers).toMatchObject({ 'x-twice': 'a, b' })
    expect(fetched.answer.headers).not.toHaveProperty('link')
  })

  it('passes on the id of the browser request that caused the call', async () => {
    const seen: IncomingHttpHeaders['x-request-id'][] = []
    await connectTo(({ headers }, outgoing) => {
      seen.push(headers['x-request-id'])
      outgoing.end()
    })
    await connection.get('/public/v1/ping', 'free')
    await withinRequest('in-course-of', () => connection.get('/public/v1/ping', 'free'))
    expect(seen).toEqual([undefined, 'in-course-of'])
  })
})
