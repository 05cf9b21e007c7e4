// Replays visits over services with different limits and spellings, each through a proxy that knows nothing about the
// service yet. Prints the metered calls (refused ones included) beside the fewest by the cell budget (bound), by what
// lists and circles hold (reach), and by what can be known on first contact (first), and what must be 0: cells paid for twice, calls for a second viewer and after a restart, and wrong figures. Then prints what a
// browser gets under every fault of every path. Exits with 1 when a goal is missed.
//   npm run bench -- strange-services [--only 3,5] [--visits all|"pans,zooms"] [--part visits|faults] [--simulated]
//   npm run bench -- strange-services --simulated --seed 7 [--services 12] [--only 3,5] [--visits all]
// Makes three of the visits unless told otherwise. With --simulated, proxy and service are in this process, only calls are
// counted, and all visits are made unless told otherwise: a service takes seconds instead of minutes. With --seed, services
// and visits are drawn, the same for the same seed.
import { parseArgs } from 'node:util'
import type { MeteredCall } from '../src/testing/strange-service/bodies/metered-call.ts'
import { canListBudget } from '../src/testing/strange-visits/call-bound.ts'
import { firstContactCalls } from '../src/testing/strange-visits/first-contact.ts'
import { type Replayed, replayVisit, type VisitCost } from '../src/testing/strange-visits/replay-visit.ts'
import { simulateVisit } from '../src/testing/strange-visits/simulate-visit.ts'
import { STRANGE_SERVICES, type StrangeLimits } from '../src/testing/strange-visits/strange-services.ts'
import { SEA_VISITS, STRANGE_VISITS, type StrangeVisit } from '../src/testing/strange-visits/strange-visits.ts'
import { printFaultTable } from './shared/fault-table.ts'
import { drawService, drawVisit } from './shared/random-visits.ts'
import { printTable } from './shared/table.ts'
import { throwDice } from './truth-walk/dice.ts'

/** Most calls, as a multiple of the bound; of the calls within reach where no list can hold as many cells as the budget. */
const GOALS = { median: 1.25, p95: 2.5 } as const
const LIMITS = ['#', 'budget', 'URL', 'lists', 'also', 'finest']
const COUNTS = ['bound', 'reachable', 'firstContact'] as const
const HEAD = [
  ...LIMITS,
  'calls',
  'refused',
  ...['bound', 'reach', 'first'].flatMap((by) => [by, 'median', 'p95']),
  'worst',
]
/** Visits over HTTP unless others are named: moves, filters, and many viewers at once. */
const USUAL = 'follows the coast,changes the lens,fifty viewers'
const VISITS_DRAWN = 12
/** What must be 0. */
const NEVER = ['twice', 'second', 'restart', 'wrong', 'token told']

export async function main(args: string[]): Promise<number> {
  const options = {
    only: { type: 'string' },
    visits: { type: 'string' },
    part: { type: 'string' },
    simulated: { type: 'boolean' },
    seed: { type: 'string' },
    services: { type: 'string', default: '12' },
  } as const
  const { only, visits, part, simulated = false, seed, services: drawn } = parseArgs({ args, options }).values
  const all = seed === undefined ? STRANGE_SERVICES.map(withVisits) : drawAll(Number(seed), Number(drawn))
  const services = [...all.entries()].filter(([index]) => isNamed(only, String(index)))
  const isMet = part === 'faults' || (await visitAll(services, visits, simulated))
  const isSurvived = part === 'visits' || simulated || (await printFaultTable())
  return isMet && isSurvived ? 0 : 1
}

/** What a visit cost, and the fewest calls of any proxy that knows neither the service nor what comes next. */
type Judged = VisitCost & { readonly firstContact: number }

/** A service and what is done over it. */
interface Row {
  readonly limits: StrangeLimits
  readonly visits: readonly StrangeVisit[]
}

function withVisits(limits: StrangeLimits): Row {
  return { limits, visits: [...STRANGE_VISITS, ...(limits.hasSea ? SEA_VISITS : [])] }
}

function drawAll(seed: number, services: number): Row[] {
  return Array.from({ length: services }, (_, index) => {
    const dice = throwDice(1_000 * seed + index)
    return { limits: drawService(dice), visits: Array.from({ length: VISITS_DRAWN }, () => drawVisit(dice)) }
  })
}

/** True when a list with commas has the name, or there is no list. */
function isNamed(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(',').includes(name)
}

/** Returns true when every service meets its goals. */
async function visitAll(
  services: readonly [number, Row][],
  visits: string | undefined,
  isSimulated: boolean,
): Promise<boolean> {
  const names = visits ?? (isSimulated ? 'all' : USUAL)
  const rows: string[][] = []
  for (const [index, { limits, visits: possible }] of services) {
    const costs: Judged[] = []
    const replays: Replayed[] = []
    for (const visit of possible) {
      if (names !== 'all' && !isNamed(names, visit.name)) continue
      const replayed = isSimulated ? null : await replayVisit(limits, visit)
      const made = replayed ?? (await simulateVisit(limits, visit))
      const cost = { ...made, firstContact: firstContactCalls(made.looks, limits) }
      if (replayed !== null) replays.push(replayed)
      costs.push(cost)
      if (visits !== undefined) console.log(visitText(index, cost))
    }
    const never = isSimulated ? null : neverOf(replays)
    const isMet = isCheap(limits, costs) && (never?.every((count) => count === 0) ?? true)
    rows.push([...rowOf(index, limits, costs), ...(never?.map(String) ?? []), isMet ? 'met' : 'missed'])
    console.log(rows.at(-1)?.join(' | '))
  }
  printTable([...HEAD, ...(isSimulated ? [] : NEVER), 'goal'], rows)
  return rows.every((row) => row.at(-1) === 'met')
}

/** One line for each screen or area: its resolution, the tiles that it was missing, and the calls made for them. */
function visitText(index: number, { visit, calls, bound, reachable, firstContact, steps }: Judged): string {
  const lines = steps.map(
    ({ resolution, tiles, calls: own }) => `  ${resolution}: ${tiles} ${own.map(callText).join(' ')}`,
  )
  const counts = `bound ${bound}, within reach ${reachable}, on first contact ${firstContact}`
  return [`${index} ${visit}: ${calls.length} calls, ${counts}`, ...lines].join('\n')
}

/** Returns a call in short: the first letter of its selector, `!` if it was refused, and its number of cells. */
function callText({ selector, answered, cells }: MeteredCall): string {
  return `${selector[0]}${answered ? '' : '!'}${cells.length}`
}

function rowOf(index: number, limits: StrangeLimits, costs: readonly Judged[]): string[] {
  const worst = ratiosOf(limits, costs).at(-1)
  return [
    String(index),
    String(limits.cellBudget),
    `${limits.urlKb} KB`,
    limits.listStyle,
    [limits.namesLimit && 'named', limits.hasSea && 'sea', limits.isOdd && 'odd'].filter(Boolean).join(' '),
    String(limits.finestResolution ?? 8),
    String(sum(costs, ({ calls }) => calls.length)),
    String(sum(costs, ({ refused }) => refused)),
    ...COUNTS.flatMap((by) => {
      const ratios = costs.map((cost) => cost.calls.length / cost[by]).sort((a, b) => a - b)
      return [String(sum(costs, (cost) => cost[by])), ...[0.5, 0.95].map((at) => share(ratios, at).toFixed(2))]
    }),
    worst?.visit ?? '',
  ]
}

/** Returns each visit's calls as a multiple of what the goal is about, fewest first. */
function ratiosOf(limits: StrangeLimits, costs: readonly Judged[]): { visit: string; ratio: number }[] {
  const by = canListBudget(limits) ? 'bound' : 'reachable'
  const ratios = costs.map((cost) => ({ visit: cost.visit, ratio: cost.calls.length / cost[by] }))
  return ratios.sort((a, b) => a.ratio - b.ratio)
}

function isCheap(limits: StrangeLimits, costs: readonly Judged[]): boolean {
  const ratios = ratiosOf(limits, costs).map(({ ratio }) => ratio)
  return share(ratios, 0.5) <= GOALS.median && share(ratios, 0.95) <= GOALS.p95
}

/** Returns the counts named in `NEVER`. */
function neverOf(replays: readonly Replayed[]): number[] {
  return [
    sum(replays, ({ boughtTwice }) => boughtTwice),
    sum(replays, ({ secondViewer }) => secondViewer),
    sum(replays, ({ afterRestart }) => afterRestart),
    sum(replays, ({ wrong }) => wrong),
    sum(replays, ({ isTokenTold }) => (isTokenTold ? 1 : 0)),
  ]
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function share(sorted: readonly number[], at: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(at * sorted.length) - 1)] ?? Number.NaN
}
