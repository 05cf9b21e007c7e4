import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startService } from '../../service/start-service.ts'
import { startProxyUnderTest } from '../proxy-under-test.ts'
import { FIXTURE_NOW, startServiceFixture } from '../service-fixture.ts'
import { startStrangeService } from '../strange-service/start-strange-service.ts'

/** Sends half of a request's body, and leaves. */
async function leaveInMidBody(origin: string, path: string, type: string): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: ${type}\r\n`
  socket.write(`${head}Content-Length: 100\r\n\r\n{"as_of":`)
  // The server has begun to read the body once it answers something that came after.
  await (await fetch(`${origin}/healthz`)).text()
  socket.resetAndDestroy()
  await once(socket, 'close')
}

const ended = (log: string) => log.split('the client disconnected before the end of the response').length - 1

it('a client that leaves in mid-body is not an error of the proxy', async () => {
  const service = await startStrangeService()
  const proxy = await startProxyUnderTest(service)
  const paths = ['/api/purchases', '/api/areas', '/api/rates']
  for (const path of paths) await leaveInMidBody(proxy.url, path, 'application/json')
  await expect.poll(() => ended(proxy.said()), { timeout: 10_000 }).toBe(paths.length)
  expect(proxy.said()).not.toContain('"level":50')
  await proxy.close()
  await service.close()
})

it('a client that leaves in mid-body is not an error of the service', async () => {
  const fixture = await startServiceFixture()
  let log = ''
  const keep = (line: string) => {
    log += line
  }
  const service = await startService({
    dataDir: fixture.dataDir,
    host: '127.0.0.1',
    port: 0,
    now: FIXTURE_NOW,
    log: pino({ level: 'info' }, { write: keep }),
  })
  const { origin } = new URL(service.url)
  await leaveInMidBody(origin, '/account/sign-in', 'application/x-www-form-urlencoded')
  await expect.poll(() => ended(log), { timeout: 10_000 }).toBe(1)
  expect(log).not.toContain('"level":50')
  await service.close()
  await fixture.close()
})
