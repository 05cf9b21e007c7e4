// What the proxy adds to a call of a free endpoint, beside what a bare forwarder adds on the same machine: look-ups of
// cells, each asked for once so that no cache helps, by turns straight from the service and through each of the two, one
// at a time.
//   npm run bench -- added-latency
import { join } from 'node:path'
import { Pool } from 'undici'
import { PATH_PREFIX } from '../src/contract/limits.ts'
import { cellsUnder, marketTiles, withMarkets } from './shared/market.ts'
import { startServer } from './shared/program.ts'
import { startBenchService } from './shared/service.ts'
import { printTable, quantile } from './shared/table.ts'

const MARKET = { listings: 100_000, tiles: 30 }
const WARM_UP = 2_000
const CALLS = 4_000
const MOST_ADDED_MS = 1.5

/** Measures and prints; answers the exit code, 1 where the proxy adds 1.5 ms or more at the 99th percentile. */
export function main(): Promise<number> {
  return withMarkets([MARKET], async ([dataDir = '']) => {
    const service = await startBenchService(dataDir)
    const serviceToken = (service.headers.authorization ?? '').replace('Bearer ', '')
    const input = { dataDir: join(dataDir, 'through'), serviceBaseUrl: service.server.url, serviceToken }
    const [forwarder, proxy] = [await startServer('forwarder', input), await startServer('proxy', input)]
    const ways: Ways<Caller> = {
      direct: caller(new URL(service.server.url).origin, { ...service.headers }),
      forwarder: caller(forwarder.url, {}),
      proxy: caller(proxy.url, {}),
    }
    try {
      return print(await measure(ways))
    } finally {
      await Promise.all(Object.values(ways).map((way) => way.close()))
      await Promise.all([forwarder.close(), proxy.close()])
      await service.server.close()
    }
  })
}

const WAYS = ['direct', 'forwarder', 'proxy'] as const
type Ways<Value> = Record<(typeof WAYS)[number], Value>

interface Caller {
  /** Milliseconds until the whole answer was read. */
  call(path: string): Promise<number>
  close(): Promise<void>
}

function caller(origin: string, headers: Record<string, string>): Caller {
  const pool = new Pool(origin, { connections: 1 })
  return {
    call: async (path) => {
      const began = performance.now()
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${origin}${path} answered ${statusCode}: ${text}`)
      return performance.now() - began
    },
    close: () => pool.close(),
  }
}

/** Milliseconds of each call, after a warm-up. */
async function measure(ways: Ways<Caller>): Promise<Ways<number[]>> {
  const cells = marketTiles(MARKET.tiles).flatMap(cellsUnder)
  const times: Ways<number[]> = { direct: [], forwarder: [], proxy: [] }
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    const path = `${PATH_PREFIX}/geo/lookup?h3=${cells[i % cells.length]}`
    // Whoever asks first finds the cell's page in no cache: by turns.
    for (let turn = 0; turn < WAYS.length; turn++) {
      const way = WAYS[(i + turn) % WAYS.length] ?? 'direct'
      const ms = await ways[way].call(path)
      if (i >= WARM_UP) times[way].push(ms)
    }
  }
  return times
}

function print(times: Ways<number[]>): number {
  const added = (way: 'forwarder' | 'proxy', share: number) =>
    quantile(times[way], share) - quantile(times.direct, share)
  const row = (name: string, at: (share: number) => number) => [name, ...[0.5, 0.95, 0.99].map((s) => at(s).toFixed(2))]
  printTable(
    ['ms', 'p50', 'p95', 'p99'],
    [
      row('straight from the service', (share) => quantile(times.direct, share)),
      row('added by a bare forwarder', (share) => added('forwarder', share)),
      row('added by the proxy', (share) => added('proxy', share)),
    ],
  )
  const ratio = added('proxy', 0.99) / added('forwarder', 0.99)
  console.log(
    `the proxy adds ${ratio.toFixed(2)} of what a bare forwarder adds at p99; it should add under ${MOST_ADDED_MS} ms`,
  )
  return added('proxy', 0.99) < MOST_ADDED_MS ? 0 : 1
}
