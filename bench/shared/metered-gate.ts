import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseCell } from '../../src/domain/cell.ts'

/** A metered request that passed through. */
export interface MeteredRequest {
  readonly status: number
  /** Its lens with each listed cell; empty for circles and places. */
  readonly listed: readonly string[]
}

/** Sits in front of a service, passes everything on, and records the metered requests. */
export interface MeteredGate {
  readonly url: string
  readonly calls: readonly MeteredRequest[]
  close(): Promise<void>
}

const SELECTORS = ['h3', 'lat', 'lng', 'radius_km', 'geo_id', 'res']

export async function openMeteredGate(serviceUrl: string): Promise<MeteredGate> {
  const { origin, pathname } = new URL(serviceUrl)
  const calls: MeteredRequest[] = []
  const server = createServer({ maxHeaderSize: 1_048_576 }, (incoming, outgoing) => {
    const target = incoming.url ?? '/'
    const passed = request(origin + target, { method: incoming.method, headers: incoming.headers }, (answer) => {
      const status = answer.statusCode ?? 0
      if (target.startsWith(`${pathname}/stats/`)) calls.push({ status, listed: listedIn(target) })
      outgoing.writeHead(status, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', (error) => outgoing.destroy(error))
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function listedIn(target: string): string[] {
  const query = new URL(target, 'http://gate').searchParams
  const cells = query.getAll('h3').flatMap((list) => list.split(','))
  for (const name of SELECTORS) query.delete(name)
  query.sort()
  return cells.map((cell) => `${query} ${parseCell(cell) ?? cell}`)
}
