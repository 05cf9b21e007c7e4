// What the proxy adds to a call of a free endpoint, as it is deployed, at log level info, beside what a bare forwarder adds on the same machine: look-ups of
// cells, each asked for so seldom that no cache helps, by turns straight from the service and through each of the two,
// one at a time. A tail tells of the machine as much as of the program: of several rounds the quietest count, which are
// those whose direct calls had the shortest tails.
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
/** Times what the bare forwarder adds in the median. */
const MOST_RATIO = 2.5

/** Measures and prints; answers the exit code, 1 where the proxy adds more than 2.5 times what the bare forwarder does. */
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

/** Milliseconds of each call of each round, after a warm-up. */
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
    // Whoever asks first finds the cell's page in no cache: by turns.
    for (let turn = 0; turn < WAYS.length; turn++) {
      const way = WAYS[(i + turn) % WAYS.length] ?? 'direct'
      times[way].push(await ways[way].call(path))
    }
  }
  return times
}

type Added = Ways<number>

/** What each way adds to the direct calls at a share of them, in ms; of the direct calls their time. */
function addedAt(share: number, { direct, forwarder, proxy }: Ways<number[]>): Added {
  const base = quantile(direct, share)
  return { direct: base, forwarder: quantile(forwarder, share) - base, proxy: quantile(proxy, share) - base }
}

/** The third of the rounds in which the direct calls had the shortest tails. */
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
    ['ms, middle of the quietest third of the rounds', 'p50', 'p95', 'p99', 'p99 of each round'],
    [
      row('straight from the service', 'direct'),
      row('added by a bare forwarder', 'forwarder'),
      row('added by the proxy', 'proxy'),
    ],
  )
  const ratio = median(quiet.map((round) => addedAt(0.5, round).proxy / addedAt(0.5, round).forwarder))
  console.log(`in the median the proxy adds ${ratio.toFixed(2)} times what the forwarder adds; at most ${MOST_RATIO}`)
  return ratio <= MOST_RATIO ? 0 : 1
}
