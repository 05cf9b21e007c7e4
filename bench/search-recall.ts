// Measures how reliably and how fast the search finds names of the demonstration's place tree that are misspelt,
// unaccented or incomplete: recall at 10 by kind, and the time of a search in process and over HTTP. npm run bench --
// search-recall [SEED] [SAMPLES] [NAMES] [EXAMPLES] Before that, it draws NAMES names from the gazetteer (exact, in
// other languages, misspelt, partial, ambiguous, with words that say where, of towns without a market, and nonsense)
// and judges what the page shows first, and what the service's answer would show as it is: what was meant; another
// place, marked as similar or as called so in another language; nothing; or another place without a word; with EXAMPLES
// of each. Without SEED, every run draws others. Texts that are exactly the name of other places are left out of the
// recall. A hit is the place itself, or one of the same name (ignoring case and diacritics), since nobody can tell from
// "Centre" which of a country's many is meant; both are counted. No country or level is given. Another seed draws other
// samples.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { searchResponse } from '../src/contract/service/geo.ts'
import { foldName } from '../src/domain/names/fold-name.ts'
import { loadWorldPlaces } from '../src/server/world/world-places.ts'
import { createAccount } from '../src/service/accounts/accounts.ts'
import { createToken } from '../src/service/accounts/tokens.ts'
import { buildPeriods } from '../src/service/build/build-periods.ts'
import { makeDemo } from '../src/service/demo/make-demo.ts'
import { seededRandom } from '../src/service/demo/random.ts'
import { openPlaceStore, type PlaceBook } from '../src/service/places/place-store.ts'
import { searchPlaces } from '../src/service/search/search-places.ts'
import { startService } from '../src/service/start-service.ts'
import { DISTORTIONS, type DistortedName, distortNames } from '../src/testing/distorted-names.ts'
import { drawNames } from './search-recall/draw-names.ts'
import { judgeNames } from './search-recall/first-results.ts'
import { printVerdicts } from './search-recall/print-verdicts.ts'

/** The place tree does not depend on the number of listings. */
const LISTINGS = 20_000
const NAMES = 5_000
const LEAST_RIGHT = 0.97
const MOST_SILENT = 0.005
const EXAMPLES = 12
const RECALL_AT = 10
const LEAST_RECALL = 0.95
/** Of processor time: how long a search takes on a busy machine says more about the machine. */
const MOST_P99_CPU_MS = 10

const log = pino({ level: 'silent' })
const now = () => new Date('2026-11-10T12:00:00Z')

interface Took {
  readonly ms: number
  /** CPU time of this whole process, over HTTP including the client; load from other processes is not included. */
  readonly cpuMs: number
}

interface Found extends Took {
  readonly geoIds: readonly string[]
}

/** Measures and prints; returns the exit code, 1 when recall or time fall short. */
export async function main(args: readonly string[]): Promise<number> {
  const seed = Number(args[0] ?? randomInt(1_000_000))
  const [count, names, examples] = [Number(args[1] ?? 200), Number(args[2] ?? NAMES), Number(args[3] ?? EXAMPLES)]
  if (!Number.isInteger(seed) || !(count >= 1) || !(names >= 1) || !(examples >= 0)) {
    console.error('usage: npm run bench -- search-recall [SEED] [SAMPLES] [NAMES] [EXAMPLES]')
    return 2
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'search-recall-'))
  try {
    await makeDemo({ dataDir, now, listings: LISTINGS, log })
    await buildPeriods({ dataDir, now, only: 'newest', log })
    const areFirstRight = await measureFirstResults(dataDir, seed, { count: names, examples })
    return (await measure(dataDir, seed, count)) === 0 && areFirstRight ? 0 : 1
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Prints what comes first for names of the gazetteer; returns whether the page is right and honest often enough. */
async function measureFirstResults(
  dataDir: string,
  seed: number,
  { count, examples }: { count: number; examples: number },
): Promise<boolean> {
  const places = openPlaceStore(dataDir)
  const book = places.current()
  const world = await loadWorldPlaces()
  const names = drawNames(book, world, count, seededRandom(seed))
  await createAccount({ dataDir, name: 'first-results', plan: 'large' })
  const token = await createToken({ dataDir, account: 'first-results', kind: 'ro' })
  const started = await startService({ dataDir, host: '127.0.0.1', port: 0, now, log })
  try {
    const asked = { book, world, service: { url: started.url, token } }
    const service = await judgeNames(names, { ...asked, shown: 'service' })
    printVerdicts(`service, seed ${seed}`, service, 0)
    const page = await judgeNames(names, { ...asked, shown: 'page' })
    const { right, silent } = printVerdicts(`page, seed ${seed}`, page, examples)
    return right >= LEAST_RIGHT && silent <= MOST_SILENT
  } finally {
    await started.close()
    places.close()
  }
}

async function measure(dataDir: string, seed: number, count: number): Promise<number> {
  const places = openPlaceStore(dataDir)
  const book = places.current()
  const drawn = distortNames(book.tree.places, count, seededRandom(seed))
  const samples = drawn.filter(({ typed, place }) => !isNameOfOthers(book, typed, place.name))
  // The first searches of a process are always slow.
  const warmUp = distortNames(book.tree.places, count, seededRandom(seed + 1_000))
  await findInProcess(book, warmUp)
  const inProcess = await findInProcess(book, samples)
  const { found: overHttp, pings } = await findOverHttp(dataDir, warmUp, samples)
  places.close()

  console.log(`places ${book.zones.length}, samples ${samples.length}, seed ${seed}\n`)
  const recall = printRecall(book, samples, inProcess)
  console.log('\ntime of a search       p50        p99    longest   CPU p50    CPU p99')
  const p99s = [printTimes('in the process', inProcess), printTimes('over HTTP', overHttp)]
  printTimes('/ping over HTTP', pings)
  return recall >= LEAST_RECALL && p99s.every((ms) => ms < MOST_P99_CPU_MS) ? 0 : 1
}

/** Whether a text is exactly the name of other places, which are then meant: "Centre" is not a misspelt City Centre. */
function isNameOfOthers({ names }: PlaceBook, typed: string, meant: string): boolean {
  return names.named(typed).length > 0 && foldName(typed) !== foldName(meant)
}

async function findInProcess(book: PlaceBook, samples: readonly DistortedName[]): Promise<Found[]> {
  const world = await loadWorldPlaces()
  const nowhere = { find: async () => null, close: () => {} }
  const found: Found[] = []
  for (const { typed } of samples) {
    const took = stopwatch()
    const searched = { ...book, world, hasFigures: async () => false }
    const outcome = await searchPlaces(searched, { q: typed, country: null, level: null, limit: RECALL_AT }, nowhere)
    found.push({ ...took(), geoIds: outcome.kind === 'zones' ? outcome.zones.map(({ geo_id }) => geo_id) : [] })
  }
  return found
}

async function findOverHttp(
  dataDir: string,
  warmUp: readonly DistortedName[],
  samples: readonly DistortedName[],
): Promise<{ found: Found[]; pings: Took[] }> {
  await createAccount({ dataDir, name: 'bench', plan: 'large' })
  const token = await createToken({ dataDir, account: 'bench', kind: 'ro' })
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now, log })
  const find = async ({ typed }: DistortedName): Promise<Found> => {
    const stop = stopwatch()
    const answer = await fetch(`${service.url}/geo/search?limit=${RECALL_AT}&q=${encodeURIComponent(typed)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const body: unknown = await answer.json()
    const took = stop()
    if (answer.status === 404) return { ...took, geoIds: [] }
    const { results } = searchResponse.parse(body)
    return { ...took, geoIds: results.flatMap((row) => (row.kind === 'zone' ? [row.geo_id] : [])) }
  }
  try {
    for (const sample of warmUp) await find(sample)
    const found: Found[] = []
    const pings: Took[] = []
    for (const sample of samples) {
      found.push(await find(sample))
      const took = stopwatch()
      await (await fetch(`${service.url}/ping`)).text()
      pings.push(took())
    }
    return { found, pings }
  } finally {
    await service.close()
  }
}

function stopwatch(): () => Took {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { ms: performance.now() - start, cpuMs: (user + system) / 1_000 }
  }
}

/** Prints recall by kind; returns the total recall by name. */
function printRecall(book: PlaceBook, samples: readonly DistortedName[], found: readonly Found[]): number {
  const judged = samples.map((sample, i) => {
    const geoIds = found[i]?.geoIds ?? []
    const name = foldName(sample.place.name)
    const place = geoIds.includes(sample.place.geo_id)
    return { ...sample, isPlace: place, isName: geoIds.some((id) => foldName(book.tree.get(id)?.name ?? '') === name) }
  })
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length
  const percent = (of: readonly boolean[]) => `${(100 * share(of)).toFixed(1)} %`.padStart(9)
  console.log('recall at 10        samples  the place  its name')
  for (const kind of [...DISTORTIONS, 'all'] as const) {
    const rows = judged.filter(({ distortion }) => kind === 'all' || distortion === kind)
    const [place, name] = [rows.map(({ isPlace }) => isPlace), rows.map(({ isName }) => isName)]
    console.log(`${kind.padEnd(18)}${String(rows.length).padStart(9)}  ${percent(place)} ${percent(name)}`)
  }
  console.log('\nmissed, as typed ← as it is called')
  for (const { typed, place, isName } of judged) {
    if (!isName) console.log(`  ${typed} ← ${place.name} (${place.country}, ${place.level})`)
  }
  return share(judged.map(({ isName }) => isName))
}

/** Prints a row of the table of times (/ping shows what HTTP alone takes); returns the 99th percentile of processor time in ms. */
function printTimes(what: string, found: readonly Took[]): number {
  const quantile = (unsorted: readonly number[], share: number) => {
    const sorted = unsorted.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  }
  const [wall, cpu] = [found.map(({ ms }) => ms), found.map(({ cpuMs }) => cpuMs)]
  const p99 = quantile(cpu, 0.99)
  const cells = [quantile(wall, 0.5), quantile(wall, 0.99), quantile(wall, 1), quantile(cpu, 0.5), p99]
  console.log(what.padEnd(16) + cells.map((ms) => `${ms.toFixed(2)} ms`.padStart(11)).join(''))
  return p99
}
