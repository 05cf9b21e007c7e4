// Kills builds with SIGKILL: every other one at a random moment of its duration, the others when something appears in or
// disappears from the folder of periods. After each kill, the service must return each period entirely as before or
// entirely as the build would have left it. Then a build must succeed, all periods must be as it leaves them, and
// nothing else may be left over.
//   npm run bench -- kill-builds [--rounds 200] [--listings 5000]
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { cellParent, cellToDecimal } from '../src/domain/cell.ts'
import { cellCenter } from '../src/domain/distance.ts'
import { type AsOf, addMonths, asOfAt } from '../src/domain/period.ts'
import { createAccount } from '../src/service/accounts/accounts.ts'
import { createToken } from '../src/service/accounts/tokens.ts'
import { periodsDir, publishedPeriods } from '../src/service/periods/period-folders.ts'
import { startService } from '../src/service/start-service.ts'
import { type Command, startCommand } from './shared/command.ts'
import { BENCH_PLANS } from './shared/plans.ts'
import { townCells, writeSyntheticListings } from './shared/synthetic-listings.ts'
import { printTable } from './shared/table.ts'

const NEWEST = asOfAt(new Date('2026-11-01'))
const LABELS = [addMonths(NEWEST, -1), NEWEST]
const NOW = clockOf(NEWEST)
/** The two trims that builds alternate between. */
const TRIMS = ['0', '0.1'] as const
type Trim = (typeof TRIMS)[number]
/** More changes to the folder of periods than one build makes. */
const MOST_CHANGES = 16
/** Allowed difference, as a share of the value: sums are added in another order each time and differ in their last digits. */
const TOLERANCE = 1e-12

/** The responses of a period: everything but the numbers as text, and the numbers. */
interface Answer {
  text: string
  numbers: number[]
}
type Answers = Record<AsOf, Answer>

interface Killed {
  how: 'at a moment' | 'at a change'
  /** True when the build had already finished. */
  tooLate: boolean
  /** Number of rebuilt periods that were published. */
  published: number
}

/** Kills and prints; returns the exit code, 1 when anything was lost or left over. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '200' }, listings: { type: 'string', default: '5000' } },
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-builds-'))
  try {
    const market = await makeMarket(dataDir, Number(values.listings))
    const killed: Killed[] = []
    const faults: string[] = []
    for (let round = 0; round < Number(values.rounds); round++) {
      const found = await playRound(market, round, killed)
      faults.push(...found.map((fault) => `round ${round}: ${fault}`))
      if (process.stderr.isTTY) process.stderr.write(`\r${round + 1} rounds, ${faults.length} faults`)
    }
    report(killed, faults, market.duration)
    return faults.length === 0 ? 0 : 1
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Market {
  dataDir: string
  token: string
  /** The responses of every period after a complete build with either trim. */
  expected: Record<Trim, Answers>
  /** Duration of a complete build, in ms. */
  duration: number
  /** The content of DATA_DIR/service when nothing is under way. */
  usual: ReadonlySet<string>
}

async function makeMarket(dataDir: string, listings: number): Promise<Market> {
  await writeSyntheticListings(dataDir, { listings, months: LABELS.length, towns: 1, asOf: NEWEST })
  await createAccount({ dataDir, name: 'bench', plan: 'bench', plans: BENCH_PLANS })
  const token = await createToken({ dataDir, account: 'bench', kind: 'ro' })
  const expected = {} as Record<Trim, Answers>
  let duration = 0
  for (const trim of TRIMS) {
    const from = performance.now()
    await buildWhole(dataDir, trim)
    duration = performance.now() - from
    expected[trim] = await answersOf(dataDir, token)
  }
  for (const label of LABELS) {
    if (isSame(expected['0'][label], expected['0.1'][label]))
      throw new Error(`both trims give the same ${label}: use more listings`)
  }
  return { dataDir, token, expected, duration, usual: new Set(readdirSync(join(dataDir, 'service'))) }
}

/** Kills one build, checks, completes a build and checks again; returns the faults. */
async function playRound(market: Market, round: number, killed: Killed[]): Promise<string[]> {
  const { dataDir, token, expected, duration } = market
  const [trim, before] = round % 2 === 0 ? TRIMS : ([TRIMS[1], TRIMS[0]] as const)
  const faults: string[] = []
  const outcome = round % 4 < 2 ? await killAtMoment(dataDir, trim, duration) : await killAtChange(dataDir, trim)
  const answers = await answersOf(dataDir, token)
  for (const label of LABELS) {
    if (isSame(answers[label], expected[trim][label])) outcome.published++
    else if (!isSame(answers[label], expected[before][label])) faults.push(`${label} is neither old nor new`)
  }
  killed.push(outcome)
  await buildWhole(dataDir, trim)
  const after = await answersOf(dataDir, token)
  for (const label of LABELS) {
    if (!isSame(after[label], expected[trim][label])) faults.push(`${label} is not new after a complete build`)
  }
  return [...faults, ...leftovers(market).map((name) => `${name} is left over`)]
}

async function buildWhole(dataDir: string, trim: Trim): Promise<void> {
  const { ended, said } = startBuild(dataDir, trim)
  if (await ended) throw new Error(`a build was killed from outside: ${said()}`)
}

function startBuild(dataDir: string, trim: Trim): Command {
  return startCommand(['build', '--trim-pct', trim], { dataDir, now: NOW })
}

async function killAtMoment(dataDir: string, trim: Trim, duration: number): Promise<Killed> {
  const command = startBuild(dataDir, trim)
  await Promise.race([setTimeout(Math.random() * duration), command.ended])
  return kill(command, 'at a moment')
}

async function killAtChange(dataDir: string, trim: Trim): Promise<Killed> {
  let left = 1 + Math.floor(Math.random() * MOST_CHANGES)
  const watcher = watch(periodsDir(dataDir))
  const reached = new Promise<void>((resolve) => {
    watcher.on('change', () => {
      if (--left === 0) resolve()
    })
  })
  const command = startBuild(dataDir, trim)
  await Promise.race([reached, command.ended])
  watcher.close()
  return kill(command, 'at a change')
}

async function kill({ child, ended }: Command, how: Killed['how']): Promise<Killed> {
  child.kill('SIGKILL')
  return { how, tooLate: (await ended) === null, published: 0 }
}

/** Returns the service's responses for each period: fine and coarse cells from the figures, priced ones from the facts. */
async function answersOf(dataDir: string, token: string): Promise<Answers> {
  const answers = {} as Answers
  for (const label of LABELS) {
    const service = await startService({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      now: () => clockOf(label),
      plans: BENCH_PLANS,
      log: pino({ level: 'error' }, pino.destination(2)),
    })
    try {
      answers[label] = await askAll(service.url, token)
    } finally {
      await service.close()
    }
  }
  return answers
}

async function askAll(url: string, token: string): Promise<Answer> {
  const [cells = []] = townCells(1)
  const [centre] = cells
  if (!centre) throw new Error('the town has no cells')
  const { lat, lng } = cellCenter(centre)
  const circle = `lat=${lat}&lng=${lng}&radius_km=4`
  const coarse = [...new Set(cells.map((cell) => cellToDecimal(cellParent(cell, 4))))]
  const numbers: number[] = []
  const texts: string[] = []
  for (const query of [`h3=${coarse}`, circle, `${circle}&ad_sub_type=rent`, `${circle}&min_price_usd=100000`]) {
    const answer = await fetch(`${url}/stats/current?${query}`, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200)
      throw new Error(`${query}: expected status 200, found ${answer.status}: ${await answer.text()}`)
    const withoutNumbers = (key: string, value: unknown) => {
      // Each build has a revision of its own, even of the same figures.
      if (key === 'revision') return '#'
      return typeof value === 'number' ? numbers.push(value) && '#' : value
    }
    texts.push(JSON.stringify(await answer.json(), withoutNumbers))
  }
  return { text: texts.join('\n'), numbers }
}

function isSame(a: Answer | undefined, b: Answer | undefined): boolean {
  if (!a || !b || a.text !== b.text) return false
  return a.numbers.every((value, i) => Math.abs(value - (b.numbers[i] ?? Number.NaN)) <= TOLERANCE * Math.abs(value))
}

/** Returns what should not be in DATA_DIR/service after a complete build. */
function leftovers({ dataDir, usual }: Market): string[] {
  const published = new Set(publishedPeriods(periodsDir(dataDir)).map(({ dir }) => basename(dir)))
  return [
    ...readdirSync(join(dataDir, 'service')).filter((name) => !usual.has(name)),
    ...readdirSync(periodsDir(dataDir)).filter((name) => !published.has(name)),
  ]
}

function report(killed: readonly Killed[], faults: readonly string[], duration: number): void {
  const count = (how: Killed['how'], is: (one: Killed) => boolean) =>
    String(killed.filter((one) => one.how === how && is(one)).length)
  const rows = (['at a moment', 'at a change'] as const).map((how) => [
    how,
    count(how, () => true),
    count(how, ({ tooLate }) => tooLate),
    ...[0, 1, 2].map((published) => count(how, (one) => !one.tooLate && one.published === published)),
  ])
  printTable(['killed', 'rounds', 'had ended', 'none published', 'one', 'both'], rows)
  console.log(`complete build  ${(duration / 1000).toFixed(1)} s`)
  console.log(`faults          ${faults.length}`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
}

/** Returns a day on which the period of a label is served. */
function clockOf(label: AsOf): Date {
  return new Date(Date.parse(label) + 10 * 86_400_000)
}
