// Replays twelve visits over services with different limits, each through a proxy that knows nothing about the service
// yet, and prints the metered calls (refused ones included) beside the fewest that any plan would need. Exits with 1 when a
// goal is missed.
//   npm run bench -- strange-services [--only 3,5] [--visits "pans,zooms"]
import { parseArgs } from 'node:util'
import type { MeteredCall } from '../src/testing/strange-service/metered-call.ts'
import { canListBudget } from '../src/testing/strange-visits/call-bound.ts'
import { type Replayed, replayVisit } from '../src/testing/strange-visits/replay-visit.ts'
import { STRANGE_SERVICES, type StrangeLimits } from '../src/testing/strange-visits/strange-services.ts'
import { STRANGE_VISITS } from '../src/testing/strange-visits/strange-visits.ts'
import { printTable } from './shared/table.ts'

/** Most calls, as a multiple of the bound; of the calls within reach where no list can hold as many cells as the budget. */
const GOALS = { median: 1.25, p95: 2.5 } as const
const HEAD = ['#', 'budget', 'URL', 'lists', 'limit', 'finest', 'calls', 'bound', 'median', 'p95', 'of reach', 'p95']

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, visits: { type: 'string' } } })
  const only = values.only?.split(',').map(Number)
  const names = values.visits?.split(',')
  const visits = STRANGE_VISITS.filter(({ name }) => names === undefined || names.includes(name))
  const rows: string[][] = []
  for (const [index, limits] of STRANGE_SERVICES.entries()) {
    if (only !== undefined && !only.includes(index)) continue
    const results: Replayed[] = []
    for (const visit of visits) {
      const result = await replayVisit(limits, visit)
      results.push(result)
      if (names !== undefined) console.log(visitText(index, result))
    }
    rows.push(rowOf(index, limits, results))
    console.log(rows.at(-1)?.join(' | '))
  }
  printTable([...HEAD, 'refused', 'twice', 'second viewer', 'worst', 'goal'], rows)
  return rows.every((row) => row.at(-1) === 'met') ? 0 : 1
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
  const twice = sum(({ boughtTwice }) => boughtTwice)
  const second = sum(({ secondViewer }) => secondViewer)
  const ratios = canListBudget(limits) ? ofBound : ofReach
  const isMet = share(ratios, 0.5) <= GOALS.median && share(ratios, 0.95) <= GOALS.p95 && twice + second === 0
  return [
    String(index),
    String(limits.cellBudget),
    `${limits.urlKb} KB`,
    limits.listStyle,
    limits.namesLimit ? 'named' : '',
    String(limits.finestResolution ?? 8),
    String(sum(({ calls }) => calls.length)),
    String(sum(({ bound }) => bound)),
    ...[ofBound, ofReach].flatMap((sorted) => [0.5, 0.95].map((at) => share(sorted, at).toFixed(2))),
    String(sum(({ refused }) => refused)),
    String(twice),
    String(second),
    worst?.visit ?? '',
    isMet ? 'met' : 'missed',
  ]
}

function share(sorted: readonly number[], at: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(at * sorted.length) - 1)] ?? Number.NaN
}
