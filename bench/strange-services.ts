// Replays visits over services with different limits and spellings, each through a proxy that knows nothing about the
// service yet. Prints the metered calls (refused ones included) beside the fewest that any plan would need, and what
// must be 0: cells paid for twice, calls for a second viewer and after a restart, and wrong figures. Then prints what a
// browser gets under every fault of every path. Exits with 1 when a goal is missed.
//   npm run bench -- strange-services [--only 3,5] [--visits "pans,zooms"] [--part visits|faults]
import { parseArgs } from 'node:util'
import type { MeteredCall } from '../src/testing/strange-service/metered-call.ts'
import { canListBudget } from '../src/testing/strange-visits/call-bound.ts'
import { type Replayed, replayVisit } from '../src/testing/strange-visits/replay-visit.ts'
import { STRANGE_SERVICES, type StrangeLimits } from '../src/testing/strange-visits/strange-services.ts'
import { SEA_VISITS, STRANGE_VISITS } from '../src/testing/strange-visits/strange-visits.ts'
import { printFaultTable } from './shared/fault-table.ts'
import { printTable } from './shared/table.ts'

/** Most calls, as a multiple of the bound; of the calls within reach where no list can hold as many cells as the budget. */
const GOALS = { median: 1.25, p95: 2.5 } as const
const HEAD = ['#', 'budget', 'URL', 'lists', 'also', 'finest', 'calls', 'bound', 'median', 'p95', 'of reach', 'p95']

export async function main(args: string[]): Promise<number> {
  const options = { only: { type: 'string' }, visits: { type: 'string' }, part: { type: 'string' } } as const
  const { only, visits, part } = parseArgs({ args, options }).values
  const services = [...STRANGE_SERVICES.entries()].filter(([index]) => isNamed(only, String(index)))
  const isMet = part === 'faults' || (await replayAll(services, visits))
  const isSurvived = part === 'visits' || (await printFaultTable())
  return isMet && isSurvived ? 0 : 1
}

/** True when a list with commas has the name, or there is no list. */
function isNamed(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(',').includes(name)
}

/** Returns true when every service meets its goals. */
async function replayAll(services: readonly [number, StrangeLimits][], names: string | undefined): Promise<boolean> {
  const rows: string[][] = []
  for (const [index, limits] of services) {
    const results: Replayed[] = []
    for (const visit of [...STRANGE_VISITS, ...(limits.hasSea ? SEA_VISITS : [])]) {
      if (!isNamed(names, visit.name)) continue
      const result = await replayVisit(limits, visit)
      results.push(result)
      if (names !== undefined) console.log(visitText(index, result))
    }
    rows.push(rowOf(index, limits, results))
    console.log(rows.at(-1)?.join(' | '))
  }
  printTable([...HEAD, 'refused', 'twice', 'second', 'restart', 'wrong', 'worst', 'goal'], rows)
  return rows.every((row) => row.at(-1) === 'met')
}

/** One line for each screen or area: its resolution, the tiles that it was missing, and the calls made for them. */
function visitText(index: number, { visit, calls, bound, reachable, steps }: Replayed): string {
  const lines = steps.map(
    ({ resolution, tiles, calls: own }) => `  ${resolution}: ${tiles} ${own.map(callText).join(' ')}`,
  )
  return [`${index} ${visit}: ${calls.length} calls, bound ${bound}, within reach ${reachable}`, ...lines].join('\n')
}

/** Returns a call in short: the first letter of its selector, `!` if it was refused, and its number of cells. */
function callText({ selector, answered, cells }: MeteredCall): string {
  return `${selector[0]}${answered ? '' : '!'}${cells.length}`
}

function rowOf(index: number, limits: StrangeLimits, results: readonly Replayed[]): string[] {
  const ofBound = results.map(({ calls, bound }) => calls.length / bound).sort((a, b) => a - b)
  const ofReach = results.map(({ calls, reachable }) => calls.length / reachable).sort((a, b) => a - b)
  const sum = (of: (result: Replayed) => number) => results.reduce((total, result) => total + of(result), 0)
  const worst = [...results].sort((a, b) => b.calls.length / b.bound - a.calls.length / a.bound)[0]
  const never = [
    sum(({ boughtTwice }) => boughtTwice),
    sum(({ secondViewer }) => secondViewer),
    sum(({ afterRestart }) => afterRestart),
    sum(({ wrong }) => wrong),
  ]
  const ratios = canListBudget(limits) ? ofBound : ofReach
  const isCheap = share(ratios, 0.5) <= GOALS.median && share(ratios, 0.95) <= GOALS.p95
  const isRight = never.every((count) => count === 0) && !results.some(({ isTokenTold }) => isTokenTold)
  return [
    String(index),
    String(limits.cellBudget),
    `${limits.urlKb} KB`,
    limits.listStyle,
    [limits.namesLimit && 'named', limits.hasSea && 'sea', limits.isOdd && 'odd'].filter(Boolean).join(' '),
    String(limits.finestResolution ?? 8),
    String(sum(({ calls }) => calls.length)),
    String(sum(({ bound }) => bound)),
    ...[ofBound, ofReach].flatMap((sorted) => [0.5, 0.95].map((at) => share(sorted, at).toFixed(2))),
    String(sum(({ refused }) => refused)),
    ...never.map(String),
    worst?.visit ?? '',
    isCheap && isRight ? 'met' : 'missed',
  ]
}

function share(sorted: readonly number[], at: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(at * sorted.length) - 1)] ?? Number.NaN
}
