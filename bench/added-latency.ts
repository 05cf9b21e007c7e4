// What the proxy adds to a call of a free endpoint: look-ups of cells, each asked for once so that no cache helps, by
// turns straight from the service and through the proxy, one at a time.
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

/** Measures and prints; answers the exit code, 1 where the proxy adds more than 1.5 ms at the 99th percentile. */
export function main(): Promise<number> {
  return withMarkets([MARKET], async ([dataDir = '']) => {
    const service = await startBenchService(dataDir)
    const serviceToken = (service.headers.authorization ?? '').replace('Bearer ', '')
    const input = { dataDir: join(dataDir, 'through'), serviceBaseUrl: service.server.url, serviceToken }
    const proxy = await startServer('proxy', input)
    const direct = caller(new URL(service.server.url).origin, { ...service.headers })
    const through = caller(proxy.url, {})
    try {
      return await compare(direct, through)
    } finally {
      await Promise.all([direct.close(), through.close()])
      await proxy.close()
      await service.server.close()
    }
  })
}

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

async function compare(direct: Caller, through: Caller): Promise<number> {
  const cells = marketTiles(MARKET.tiles).flatMap(cellsUnder)
  const times = { direct: [] as number[], through: [] as number[] }
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    const path = `${PATH_PREFIX}/geo/lookup?h3=${cells[i % cells.length]}`
    // Whoever asks first finds the cell's page in no cache: by turns.
    const order = i % 2 === 0 ? (['direct', 'through'] as const) : (['through', 'direct'] as const)
    for (const way of order) {
      const ms = await (way === 'direct' ? direct : through).call(path)
      if (i >= WARM_UP) times[way].push(ms)
    }
  }
  const added = (share: number) => quantile(times.through, share) - quantile(times.direct, share)
  const row = (name: string, at: (share: number) => number) => [name, ...[0.5, 0.95, 0.99].map((s) => at(s).toFixed(2))]
  printTable(
    ['ms', 'p50', 'p95', 'p99'],
    [
      row('straight from the service', (share) => quantile(times.direct, share)),
      row('through the proxy', (share) => quantile(times.through, share)),
      row('added', added),
    ],
  )
  console.log(`added at p99 should be under ${MOST_ADDED_MS} ms`)
  return added(0.99) < MOST_ADDED_MS ? 0 : 1
}
