// Builds and serves growing markets from files, from a ClickHouse and from two shards: time, processor time and memory of
// a build, and of sending the listings before it (of shards, of the one that needs most), bytes a listing, latency of a
// tile, and whether all return the same figures. Markets are equally dense, so a larger one covers more ground.
//   npm run bench -- scale-out [MILLIONS…]     by default 1 3
// It needs the ClickHouse of the tests (node scripts/test-engine.js), and for 10 million listings 4 GB of disk and memory.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseClickhouseAddress } from '../src/service/clickhouse/clickhouse-address.ts'
import { periodsDir, publishedPeriods } from '../src/service/periods/period-folders.ts'
import { startClickhouse, type TestClickhouse } from '../src/testing/servers/clickhouse-server.ts'
import { ask, ROUND_HEADINGS, roundCells, sendLoad, statsPath } from './shared/load.ts'
import { cellsUnder, MARKET_NOW, type MarketSize, marketTiles, withUnbuiltMarkets } from './shared/market.ts'
import { runToEnd } from './shared/program.ts'
import { type BenchService, startBenchService } from './shared/service.ts'
import { printTable } from './shared/table.ts'

/** As dense as the market of `listing-growth`. */
const LISTINGS_PER_TILE = 20_000
const TILES_ASKED = 19
const PRICES = '&min_price_usd=100000&max_price_usd=400000'
/** Averages are sums of doubles in another order. */
const TOLERANCE = 1e-12

/** What was measured of one store with one market. */
interface Measured {
  readonly store: string
  readonly size: MarketSize
  readonly buildSeconds: number
  readonly cpuSeconds: number
  readonly buildMiB: number
  readonly sendCpuSeconds: number | null
  readonly sendMiB: number | null
  readonly bytesPerListing: number
  readonly published: string[]
  readonly priced: string[]
}

/** Measures and prints; returns the exit code, 1 when the stores return different figures. */
export async function main(args: readonly string[]): Promise<number> {
  const millions = (args.length === 0 ? ['1', '3'] : args).map(Number)
  if (millions.some((count) => !(count > 0))) {
    console.error(`Expected numbers of millions such as 1 3 10, found "${args.join(' ')}"`)
    return 2
  }
  const measured: Measured[] = []
  let differences = 0
  for (const count of millions) {
    const size = { listings: count * 1_000_000, tiles: Math.ceil((count * 1_000_000) / LISTINGS_PER_TILE) }
    await withUnbuiltMarkets([size], async ([dataDir = '']) => {
      const servers = [await startClickhouse(), await startClickhouse(), await startClickhouse()] as const
      const [alone, ...shards] = servers
      try {
        const files = await measureFiles(dataDir, size)
        const there = await measureClickhouse([alone], dataDir, size)
        const divided = await measureClickhouse(shards, dataDir, size)
        const paths = marketTiles(TILES_ASKED).map((tile) => statsPath(cellsUnder(tile)))
        const services = [
          await startBenchService(dataDir),
          await startBenchService(dataDir, urlOf([alone])),
          await startBenchService(dataDir, urlOf(shards)),
        ] as const
        for (const [i, store] of [files, there, divided].entries()) {
          const service = services[i] ?? services[0]
          measured.push({
            ...store,
            published: await latencies(service, paths),
            priced: await latencies(
              service,
              paths.map((path) => path + PRICES),
            ),
          })
        }
        for (const path of paths.flatMap((path) => [path, path + PRICES])) differences += await compare(services, path)
        for (const { server } of services) await server.close()
      } finally {
        for (const server of servers) await server.close()
      }
    })
  }
  report(measured)
  console.log(`\ndifferent figures: ${differences}`)
  return differences === 0 ? 0 : 1
}

type Built = Omit<Measured, 'published' | 'priced'>

async function measureFiles(dataDir: string, size: MarketSize): Promise<Built> {
  const { seconds, peakMiB, cpuSeconds } = await build(dataDir, null)
  const [folder] = publishedPeriods(periodsDir(dataDir))
  const bytes = ['figures.sqlite', 'facts.duckdb'].map((name) => statSync(join(folder?.dir ?? '', name)).size)
  return {
    store: 'files',
    size,
    buildSeconds: seconds,
    cpuSeconds,
    buildMiB: peakMiB,
    sendCpuSeconds: null,
    sendMiB: null,
    bytesPerListing: sum(bytes) / size.listings,
  }
}

/** Sends the listings to servers of one shard each, and builds there. */
async function measureClickhouse(
  servers: readonly TestClickhouse[],
  dataDir: string,
  size: MarketSize,
): Promise<Built> {
  const figuresUrl = urlOf(servers)
  const sent = await measureThere(servers, () => runToEnd('send-listings', { dataDir, figuresUrl }))
  let here = { seconds: 0, cpuSeconds: 0 }
  const built = await measureThere(servers, async () => {
    here = await build(dataDir, figuresUrl)
  })
  const bytes = await Promise.all(
    servers.map((server) =>
      server.ask(
        "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND table IN ('figure', 'fact') AND database = currentDatabase()",
      ),
    ),
  )
  return {
    store: servers.length === 1 ? 'ClickHouse' : `${servers.length} shards`,
    size,
    buildSeconds: here.seconds,
    cpuSeconds: here.cpuSeconds + built.cpuSeconds,
    buildMiB: built.peakMiB,
    sendCpuSeconds: sent.cpuSeconds,
    sendMiB: sent.peakMiB,
    bytesPerListing: sum(bytes.map(Number)) / size.listings,
  }
}

/** What servers needed for some work: processor time of all, and memory of the one that needed most. */
async function measureThere(servers: readonly TestClickhouse[], work: () => Promise<void>) {
  const cpuSecondsThere = () => sum(servers.map((server) => cpuSecondsOf(server.pid())))
  const before = cpuSecondsThere()
  for (const server of servers) forgetPeak(server.pid())
  await work()
  return {
    cpuSeconds: cpuSecondsThere() - before,
    peakMiB: Math.max(...servers.map((server) => peakOf(server.pid()))),
  }
}

/** What a build took, in the process that runs it. */
async function build(dataDir: string, figuresUrl: string | null) {
  const began = performance.now()
  const usageFile = join(dataDir, 'usage')
  await runToEnd('build-newest', { dataDir, now: MARKET_NOW, figuresUrl, usageFile })
  const used = JSON.parse(readFileSync(usageFile, 'utf8')) as { peakMiB: number; cpuSeconds: number }
  return { seconds: (performance.now() - began) / 1000, ...used }
}

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** The processor time that a process has had, in seconds. */
function cpuSecondsOf(pid: number): number {
  // The name of the program, in brackets, can have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Lets the most memory that a process has had count from now. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The most memory that a process has had, in MiB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}

function urlOf(servers: readonly TestClickhouse[]): string {
  const url = `clickhouse://${servers.map(({ host }) => host).join(';')}`
  if (parseClickhouseAddress(url) === null) throw new Error(`expected an address of ClickHouse, found ${url}`)
  return url
}

async function latencies(service: BenchService, paths: readonly string[]): Promise<string[]> {
  await sendLoad({ ...service, paths }, { seconds: 1, connections: 1 })
  return roundCells([await sendLoad({ ...service, paths }, { seconds: 5, requests: 100, connections: 1 })])
}

interface Answer {
  readonly stats: readonly Readonly<Record<string, unknown>>[]
}

/** Returns how many rows of a response differ from those of the first service. */
async function compare(services: readonly BenchService[], path: string): Promise<number> {
  const [one = [], ...others] = await Promise.all(
    services.map(async (service) => (JSON.parse(await ask(service, path)) as Answer).stats),
  )
  return sum(others.map((other) => differing(one, other)))
}

function differing(one: Answer['stats'], other: Answer['stats']): number {
  if (one.length !== other.length) return 1
  return one.filter((row, i) => Object.entries(row).some(([key, value]) => !isSame(value, other[i]?.[key]))).length
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return Math.abs(a - b) <= TOLERANCE * Math.abs(b)
}

function report(measured: readonly Measured[]): void {
  const name = ({ store, size }: Measured) => `${store}, ${size.listings / 1_000_000} million`
  console.log('')
  printTable(
    [
      ...['newest period', 'build s', 'CPU s', 'CPU s/million', 'peak MiB'],
      ...['sending CPU s/million', 'sending peak MiB', 'bytes/listing'],
    ],
    measured.map((of) => [
      name(of),
      of.buildSeconds.toFixed(1),
      of.cpuSeconds.toFixed(1),
      (of.cpuSeconds / (of.size.listings / 1_000_000)).toFixed(2),
      of.buildMiB.toFixed(0),
      of.sendCpuSeconds === null ? '' : (of.sendCpuSeconds / (of.size.listings / 1_000_000)).toFixed(2),
      of.sendMiB?.toFixed(0) ?? '',
      of.bytesPerListing.toFixed(1),
    ]),
  )
  for (const [title, column] of [
    ['a tile, published', 'published'],
    ['a tile, price filter', 'priced'],
  ] as const) {
    console.log('')
    printTable(
      [title, ...ROUND_HEADINGS],
      measured.map((of) => [name(of), ...of[column]]),
    )
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
