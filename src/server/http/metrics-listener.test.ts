import { Registry } from 'prom-client'
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
