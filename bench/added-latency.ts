// Measures the latency that the proxy, deployed at log level info, adds to a free endpoint, and compares it with a bare
// forwarder on the same machine. Looks up cells one at a time, each so rarely that no cache helps, in turn directly and
// through each of the two. A tail depends on the machine as much as on the program, so only the quietest third of the
// rounds counts: those whose direct calls had the shortest tails.
//   npm run bench -- added-latency
import { join } from 'node:path'
import { Pool } from 'undici'
import { PATH_PREFIX } from '../src/contract/limits.ts'
import { cellsUnder, marketTiles, withMarkets } from './shared/market.ts'
import { startServer } from './shared/program.ts'
import { startBenchService } from './shared/service.ts'
import { median, printTable, quantile } from './shared/table.ts'

const MARKET = { listings: 100_000, tiles: 30 }
const WARM_UP = 2_000
const ROUNDS = 9
const CALLS = 3_000
/** Most latency that the proxy may add in the median, as a multiple of what the bare forwarder adds. */
const MOST_RATIO = 2.5

/** Measures and prints; returns the exit code, 1 when the proxy adds more than 2.5 times what the bare forwarder does. */
export function main(): Promise<number> {
  return withMarkets([MARKET], async ([dataDir = '']) => {
    const service = await startBenchService(dataDir)
    const serviceToken = (service.headers.authorization ?? '').replace('Bearer ', '')
    const input = { dataDir: join(dataDir, 'through'), serviceBaseUrl: service.server.url, serviceToken }
    const [forwarder, proxy] = [
      await startServer('forwarder', input),
      await startServer('proxy', input, join(dataDir, 'proxy.log')),
    ]
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
  /** Returns the milliseconds until the whole answer was read. */
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
      if (statusCode !== 200) throw new Error(`${origin}${path}: expected status 200, found ${statusCode}: ${text}`)
      return performance.now() - began
    },
    close: () => pool.close(),
  }
}

/** Returns the milliseconds of each call in each round, after a warm-up. */
async function measure(ways: Ways<Caller>): Promise<Ways<number[]>[]> {
  const cells = marketTiles(MARKET.tiles).flatMap(cellsUnder)
  await callAll(ways, cells.slice(0, WARM_UP))
  const rounds: Ways<number[]>[] = []
  while (rounds.length < ROUNDS) {
    const from = WARM_UP + rounds.length * CALLS
    rounds.push(
      await callAll(
        ways,
        Array.from({ length: CALLS }, (_, i) => cells[(from + i) % cells.length] ?? ''),
      ),
    )
  }
  return rounds
}

async function callAll(ways: Ways<Caller>, cells: readonly string[]): Promise<Ways<number[]>> {
  const times: Ways<number[]> = { direct: [], forwarder: [], proxy: [] }
  for (const [i, cell] of cells.entries()) {
    const path = `${PATH_PREFIX}/geo/lookup?h3=${cell}`
    // The first to request a cell finds its page in no cache, so they take turns.
    for (let turn = 0; turn < WAYS.length; turn++) {
      const way = WAYS[(i + turn) % WAYS.length] ?? 'direct'
      times[way].push(await ways[way].call(path))
    }
  }
  return times
}

type Added = Ways<number>

/** Returns the latency that each way adds at a quantile, in ms; for direct calls, their latency. */
function addedAt(share: number, { direct, forwarder, proxy }: Ways<number[]>): Added {
  const base = quantile(direct, share)
  return { direct: base, forwarder: quantile(forwarder, share) - base, proxy: quantile(proxy, share) - base }
}

/** Returns the third of the rounds whose direct calls had the shortest tails. */
function quietestThird(rounds: readonly Ways<number[]>[]): Ways<number[]>[] {
  const byTail = rounds.toSorted((a, b) => quantile(a.direct, 0.99) - quantile(b.direct, 0.99))
  return byTail.slice(0, Math.ceil(rounds.length / 3))
}

function print(rounds: readonly Ways<number[]>[]): number {
  const quiet = quietestThird(rounds)
  const middle = (way: keyof Added, share: number) => median(quiet.map((round) => addedAt(share, round)[way]))
  const row = (name: string, way: keyof Added) => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => middle(way, share).toFixed(2)),
    rounds.map((round) => addedAt(0.99, round)[way].toFixed(2)).join(' '),
  ]
  printTable(
    ['ms, median of the quietest third of the rounds', 'p50', 'p95', 'p99', 'p99 of each round'],
    [
      row('directly from the service', 'direct'),
      row('added by a bare forwarder', 'forwarder'),
      row('added by the proxy', 'proxy'),
    ],
  )
  const ratio = median(quiet.map((round) => addedAt(0.5, round).proxy / addedAt(0.5, round).forwarder))
  console.log(
    `in the median the proxy adds ${ratio.toFixed(2)} times what the forwarder adds (should be at most ${MOST_RATIO})`,
  )
  return ratio <= MOST_RATIO ? 0 : 1
}
