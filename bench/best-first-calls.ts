// Prints how few calls a proxy can expect at first contact with budgets as `strange-services --seed` draws them, where
// lists hold the budget. Takes the best of all orders of about twenty sizes, found by looking ahead to the end of a
// visit. It is told what no proxy knows: how often each budget occurs, how many cells the visit will want in all, and
// how lists are written.
//   npm run bench -- best-first-calls
import { drawService } from './shared/random-visits.ts'
import { printTable } from './shared/table.ts'
import { throwDice } from './truth-walk/dice.ts'

/** The goal of the strange services, as a multiple of the fewest calls. */
const GOAL = 1.25
const WANTED = [700, 1_400, 2_744, 4_116, 6_000]
/** Sizes to choose from, besides equal parts of what is wanted. */
const SIZES = [50, 70, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_200, 1_500, 2_000, 2_500, 3_000, 4_000]
const PARTS = [1, 2, 3, 4, 5, 6]
const SERVICES = 10_000

export function main(): void {
  const budgets = Array.from({ length: SERVICES }, (_, seed) => drawService(throwDice(seed)).cellBudget)
  const rows = WANTED.map((wanted) => {
    const mean = leastExpected(budgets, wanted, (calls, bound) => calls / bound)
    const missed = leastExpected(budgets, wanted, (calls, bound) => (calls > GOAL * bound ? 1 : 0))
    return [String(wanted), mean.toFixed(2), `${Math.round(100 * missed)} %`]
  })
  printTable(['cells', 'least mean ratio', `fewest above ${GOAL}`], rows)
}

/** Budgets between the same two sizes that take the same number of calls at least. */
interface Alike {
  readonly budget: number
  readonly bound: number
  readonly count: number
}

/** The budget is at least `accepted` and below `refused`; `left` cells are still to be bought after so many calls. */
interface State {
  readonly accepted: number
  readonly refused: number
  readonly left: number
  readonly calls: number
}

/** Returns the least mean loss of any order of sizes, by the calls of a visit and the fewest possible. */
function leastExpected(budgets: readonly number[], wanted: number, loss: (calls: number, bound: number) => number) {
  const parts = PARTS.map((count) => Math.ceil(wanted / count))
  const sizes = [...new Set([...SIZES, ...parts])].sort((a, b) => a - b)
  const alike = groupAlike(budgets, wanted, sizes)
  const known = new Map<string, number>()
  const best = ({ accepted, refused, left, calls }: State): number => {
    const possible = alike.filter(({ budget }) => budget >= accepted && budget < refused)
    if (possible.length === 0) return 0
    // With nothing accepted, no size at all is refused: cheaper than any proxy can have it.
    const all = (bound: number) => calls + (accepted > 0 ? Math.ceil(left / accepted) : bound)
    let least = possible.reduce((sum, { bound, count }) => sum + count * loss(all(bound), bound), 0)
    if (left === 0 || (accepted === 0 && refused <= (sizes[0] ?? 0))) return least
    const key = `${accepted} ${refused} ${left} ${calls}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (accepted === 0) least = Number.POSITIVE_INFINITY
    for (const size of sizes.filter((size) => size > accepted && size < refused)) {
      const taken = best({ accepted: size, refused, left: Math.max(0, left - size), calls: calls + 1 })
      if (taken < least) least = Math.min(least, taken + best({ accepted, refused: size, left, calls: calls + 1 }))
      if (size >= left) break
    }
    known.set(key, least)
    return least
  }
  return best({ accepted: 0, refused: Number.POSITIVE_INFINITY, left: wanted, calls: 0 }) / budgets.length
}

function groupAlike(budgets: readonly number[], wanted: number, sizes: readonly number[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const budget of budgets) {
    const bound = Math.ceil(wanted / budget)
    const key = `${sizes.findLastIndex((size) => size <= budget)} ${bound}`
    groups.set(key, { budget, bound, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}
