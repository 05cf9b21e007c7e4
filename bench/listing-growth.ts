// Checks that /stats/current for a tile's cells stays as fast with twenty times the listings: published figures
// (throughput) and a price filter in USD (p50), for the same tiles in every market. The larger market is as dense as the
// smaller one and covers twenty times the area. For information, a third one covers the first one's area five times as
// densely: each figure under a price filter then comes from five times the listings.
//   npm run bench -- listing-growth
// It generates and builds twenty million listings, which takes a quarter of an hour and 3 GB of disk.
import { type Duration, ROUND_HEADINGS, type Round, roundCells, sendLoad, statsPath } from './shared/load.ts'
import { cellsUnder, marketName, marketTiles, withMarkets } from './shared/market.ts'
import { type BenchService, startBenchService } from './shared/service.ts'
import { median, printTable } from './shared/table.ts'
import { byTurns } from './shared/turns.ts'

const SMALL = { listings: 1_000_000, tiles: 50 }
const LARGE = { listings: 20_000_000, tiles: 1_000 }
const DENSE = { listings: 5_000_000, tiles: 50 }
/** All of them in the centre of the smallest market. */
const TILES_ASKED = 19
const ROUNDS = 9
const PRICES = '&min_price_usd=100000&max_price_usd=400000'
const LARGEST_CHANGE = 1.25

interface Services {
  readonly small: BenchService
  readonly large: BenchService
  readonly dense: BenchService
}

/** Measures and prints; returns the exit code, 1 when the large market is more than a quarter slower. */
export function main(): Promise<number> {
  return withMarkets([SMALL, LARGE, DENSE], async ([small = '', large = '', dense = '']) => {
    const services = {
      small: await startBenchService(small),
      large: await startBenchService(large),
      dense: await startBenchService(dense),
    }
    try {
      const paths = marketTiles(TILES_ASKED).map((tile) => statsPath(cellsUnder(tile)))
      const published = await measure(services, paths, { seconds: 1, requests: 3_000, connections: 4 })
      const pricedPaths = paths.map((path) => path + PRICES)
      const priced = await measure(services, pricedPaths, { seconds: 2, requests: 300, connections: 1 })
      const perRequest = ({ perSecond }: Round) => 1 / perSecond
      const p50 = ({ latencies }: Round) => median(latencies)
      const growths = [report('published figures', published, perRequest), report('price filter', priced, p50)]
      return growths.every((growth) => growth <= LARGEST_CHANGE) ? 0 : 1
    } finally {
      for (const { server } of Object.values(services)) await server.close()
    }
  })
}

/** Warms up each service with requests, and measures them in turn. */
async function measure(
  services: Services,
  paths: readonly string[],
  { requests, ...round }: Required<Duration>,
): Promise<Record<keyof Services, Round[]>> {
  for (const service of Object.values(services)) await sendLoad({ ...service, paths }, { requests, ...round })
  const send = (service: BenchService) => () => sendLoad({ ...service, paths }, round)
  return byTurns({ small: send(services.small), large: send(services.large), dense: send(services.dense) }, ROUNDS)
}

/** Prints a table; returns how many times as long the large market takes as the small one. */
function report(title: string, rounds: Record<keyof Services, Round[]>, timeOf: (round: Round) => number): number {
  const growth = (of: readonly Round[]) =>
    median(of.map((round, i) => timeOf(round) / timeOf(rounds.small[i] ?? round)))
  const row = (name: string, of: readonly Round[]) => [name, ...roundCells(of), growth(of).toFixed(2)]
  console.log('')
  printTable(
    [title, ...ROUND_HEADINGS, 'times as long'],
    [row(marketName(SMALL), rounds.small), row(marketName(LARGE), rounds.large), row(marketName(DENSE), rounds.dense)],
  )
  return growth(rounds.large)
}
