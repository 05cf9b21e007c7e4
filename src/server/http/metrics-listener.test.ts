import { connect } from 'node:net'
import { Gauge, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { sendRaw } from '../../conformance/subject/raw-request.ts'
import { openMetricsListener } from './metrics-listener.ts'

it('metrics are served only under the listener’s own names', async () => {
  const listener = await openMetricsListener({
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
    allowedHosts: ['metrics.example'],
  })
  const statusFor = async (host: string) =>
    (await sendRaw(listener.url, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))?.status
  for (const host of ['127.0.0.1:9464', 'localhost', '[::1]:9464', 'metrics.example:9464']) {
    expect([host, await statusFor(host)]).toEqual([host, 200])
  }
  for (const host of ['rebound.example', 'localhost.rebound.example', 'notmetrics.example', '']) {
    expect([host, await statusFor(host)]).toEqual([host, 421])
  }
  await listener.close()
})

it('scrapes that arrive while one is being made share it', async () => {
  const registry = new Registry()
  let collections = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  new Gauge({
    name: 'slow',
    help: 'Takes a moment to read.',
    registers: [registry],
    async collect() {
      collections++
      await released
      this.set(collections)
    },
  })
  const listener = await openMetricsListener({ registry, host: '127.0.0.1', port: 0, allowedHosts: [] })
  const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n'
  const senders = Array.from({ length: 10 }, () => sendRaw(listener.url, `${request}Connection: close\r\n\r\n`))
  // A response now shows that the earlier requests were handled.
  for (let turn = 0; turn < 3; turn++) {
    const other = `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    expect((await sendRaw(listener.url, other))?.status).toBe(404)
  }
  release()
  expect((await Promise.all(senders)).map((answer) => answer?.status)).toEqual(Array(10).fill(200))
  expect(collections).toBe(1)
  await listener.close()
})

it('connections beyond the bound are closed at once', async () => {
  const listener = await openMetricsListener({ registry: new Registry(), host: '127.0.0.1', port: 0, allowedHosts: [] })
  const { port } = new URL(listener.url)
  const sockets = Array.from({ length: 70 }, () => connect(Number(port), '127.0.0.1'))
  const isClosed = (socket: (typeof sockets)[number]) =>
    new Promise<boolean>((resolve) => {
      socket.on('error', () => resolve(true)).once('close', () => resolve(true))
      socket.once('data', () => resolve(false))
      socket.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
  const closed = await Promise.all(sockets.map(isClosed))
  expect(closed.filter(Boolean)).toHaveLength(6)
  for (const socket of sockets) socket.destroy()
  await listener.close()
})
