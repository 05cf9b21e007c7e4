import { z } from 'zod'
import type { Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import type { Cell } from '../../domain/cell.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { isPauseOver, timeAfter } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { ownRefusal } from '../upstream/connection/refusals.ts'

/** True when a service's history can be asked for named months. */
export function takesLabels(parameters: ReadonlySet<string>): boolean {
  return parameters.has(HISTORY_PARAMETERS.from) && parameters.has(HISTORY_PARAMETERS.to)
}

/** The lesson on how many cells one call may have, each counted once for every period. */
const BUDGET = 'history budget'
const budgetLesson = z.object({ cells: z.int().positive(), until: z.iso.datetime() })
/** Milliseconds: a refusal may have been an accident, or the plan may have changed since. */
const BELIEVED = 86_400_000

/** The lesson on the most cells of a call that was answered, counted in the same way. */
const ANSWERED = 'history answered'
const answeredLesson = z.int().nonnegative()

interface BudgetDeps {
  readonly ledger: LessonLedger
  readonly clock: () => Date
}

/** Returns how many cells one call may have, each counted once for every period; null while no call was refused lately. */
export async function learnedBudget({ ledger, clock }: BudgetDeps): Promise<number | null> {
  const lesson = budgetLesson.safeParse(await ledger.learned(BUDGET))
  return lesson.success && !isPauseOver(lesson.data.until, BELIEVED, clock()) ? lesson.data.cells : null
}

/** Learns from a refused call of so many cells; `named` is the limit in the refusal. Half as many are tried without one. */
export async function learnBudget({ ledger, clock }: BudgetDeps, refused: number, named: number | null): Promise<void> {
  const half = Math.max(1, Math.floor(refused / 2))
  const cells = named === null ? half : Math.max(1, Math.min(Math.floor(named), refused - 1))
  const until = timeAfter(BELIEVED, clock())
  await ledger.learn(BUDGET, { cells, until } satisfies z.infer<typeof budgetLesson>)
  // What was answered once may be refused now.
  await ledger.learn(ANSWERED, 0)
}

/** Returns the most cells of one call that the service has answered; 0 where it has answered none. */
export async function answeredCells(ledger: LessonLedger): Promise<number> {
  return answeredLesson.safeParse(await ledger.learned(ANSWERED)).data ?? 0
}

/** Call when a call of so many cells was answered. */
export async function learnAnswered(ledger: LessonLedger, cells: number): Promise<void> {
  if (cells > (await answeredCells(ledger))) await ledger.learn(ANSWERED, cells)
}

/** The names under which purchases of earlier periods keep out of each other's way: one for each tile and period. */
export function earlierNames(
  name: EditionName,
  months: readonly { as_of: AsOf; parents: readonly Cell[] }[],
): string[] {
  const figures = `${figuresText(name)} ${name.resolution}`
  return months.flatMap(({ as_of, parents }) => parents.map((parent) => `earlier ${as_of} ${figures} ${parent}`))
}

export const UNDER_WAY = ownRefusal('under_way', 'Somebody else is buying this history. Look again in a moment.')
export const COSTS_MORE = ownRefusal(
  'costs_more',
  'The statistics service accepts fewer cells in one call than expected, so the history takes more calls. Look at the cost again.',
)

/** The refusal for a period that has no figures yet, in any service. */
export function notYet({ as_of }: Pick<EditionName, 'as_of'>): Refusal {
  return ownRefusal('no_period', `There are no figures of ${as_of} yet. Choose a period that is published.`)
}
