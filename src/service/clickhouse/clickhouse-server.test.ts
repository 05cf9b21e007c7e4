import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { parseClickhouseAddress } from './clickhouse-address.ts'
import { nameFault, openServers } from './clickhouse-server.ts'

const PASSWORD = 'p+ss w/rd&'
const server = createServer(({ headers: { authorization = '' } }, outgoing) => {
  const plain = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  outgoing.writeHead(502).end(`<h1>Bad gateway</h1> ${authorization} ${plain}`)
})

afterEach(() => void server.close())

it('a page that repeats the credentials of a request is logged without them', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = parseClickhouseAddress(`clickhouse://reader:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`)
  if (address === null) expect.fail('the address cannot be read')
  const [clickhouse] = await openServers(address, { statementMs: 5_000 })
  if (clickhouse === undefined) expect.fail('no server')
  const fault = await clickhouse.rows('SELECT 1').catch((error: unknown) => error)
  await clickhouse.close()
  const told = nameFault(clickhouse, fault) + (fault as Error).stack
  expect(told).toContain('Bad gateway')
  expect(told).not.toContain(PASSWORD)
  expect(told).not.toContain(Buffer.from(`reader:${PASSWORD}`).toString('base64'))
})
