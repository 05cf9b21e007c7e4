import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import type { HistoryAllowance, Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import { asOfRange, isToCome, monthsBetween } from '../../domain/period.ts'
import type { CallLimits } from '../buying/calls/call-limits.ts'
import { admitFor } from '../buying/claims/commitment.ts'
import { LEASE_TIMES, type LeaseTimes } from '../buying/claims/leases.ts'
import type { LeaseLedger, LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { EmptyReason } from '../ledger/lookup-answer.ts'
import type { Spending } from '../spending/spending.ts'
import { countCells } from '../tiles/slice.ts'
import { NO_HISTORIES_IN_PLAN } from '../upstream/connection/refusals.ts'
import type { EarlierCall } from './earlier-plan.ts'
import { type EarlierWanted, type FindDeps, type FoundEarlier, findEarlier } from './find-earlier.ts'
import {
  answeredCells,
  COSTS_MORE,
  earlierNames,
  learnAnswered,
  learnBudget,
  notYet,
  UNDER_WAY,
} from './history-calls.ts'
import { buySpan, objectionTo, type SpanDeps } from './history-purchase.ts'
import { learnAbsent } from './noted-absences.ts'
import { createTurns } from './turns.ts'

/** Figure tiles of earlier periods. Once bought, they are held like any others. */
export interface EarlierTiles {
  /** Returns what is held, and what the rest would cost. */
  quote(wanted: EarlierWanted): Promise<EarlierAnswer>
  /** Buys the rest. */
  buy(wanted: EarlierWanted): Promise<EarlierAnswer>
  close(): void
}

interface EarlierDeps extends SpanDeps, FindDeps {
  readonly limits: CallLimits
  readonly ledger: TileLedger & LessonLedger & LeaseLedger
  readonly spending: Spending
  /** What is left for histories; null where they are counted with all other calls. */
  readonly allowance: () => Promise<HistoryAllowance | null>
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

export function createEarlierTiles(deps: EarlierDeps): EarlierTiles {
  const turns = createTurns({ ...deps, times: deps.leaseTimes ?? LEASE_TIMES })
  return {
    quote: async (wanted) => {
      const found = await findEarlier(deps, wanted)
      const refusal = found.plan.length === 0 ? null : await objection(deps, wanted, found)
      const bought_cells = cellsIn(found.plan)
      const largest = Math.max(0, ...found.plan.map((call) => cellsIn([call])))
      const is_estimate = largest > 0 && (found.isListDoubtful || largest > (await answeredCells(deps.ledger)))
      return answerOf(deps, wanted, found, { calls: found.plan.length, is_estimate, bought_cells, refusal })
    },
    buy: async (wanted) => {
      // A purchase without consent is refused, so nothing is looked up for it.
      const hasConsent = deps.spending.consent(wanted.confirmed) === null
      const before = await findEarlier(deps, wanted, hasConsent ? 'findEmpty' : 'likelyEmpty')
      const refused = before.plan.length === 0 ? null : (before.withheld ?? (await objection(deps, wanted, before)))
      if (refused !== null) return answerOf(deps, wanted, before, { ...NOTHING, refusal: refused })
      const answer = await turns.during(earlierNames(wanted.name, before.missing), async (keepFor) => {
        const bought = await buyAll(deps, wanted)
        keepFor(bought.written)
        return answerOf(deps, wanted, await findEarlier(deps, wanted), bought)
      })
      return answer ?? answerOf(deps, wanted, before, { ...NOTHING, refusal: UNDER_WAY })
    },
    close: () => turns.close(),
  }
}

const NOTHING = { calls: 0, bought_cells: 0 }

/** Returns why nothing would be bought; null when it would. */
async function objection(
  deps: EarlierDeps,
  { name, viewer, confirmed }: EarlierWanted,
  { areMonthsRefused }: FoundEarlier,
): Promise<Refusal | null> {
  const { spending, pauses, latest } = deps
  if (isToCome(name.as_of, latest())) return notYet(name)
  const asked = spending.consent(confirmed) ?? (await pauses.at(name.resolution)) ?? (await spending.objection(viewer))
  return asked ?? (areMonthsRefused ? NO_HISTORIES_IN_PLAN : objectionTo(deps, name))
}

interface Bought {
  readonly calls: number
  readonly is_estimate?: boolean
  readonly bought_cells: number
  readonly refusal: Refusal | null
  readonly written?: Promise<void>
}

/** Makes one call after the other; a limit that is learned on the way ends it, as the cost changes. */
async function buyAll(deps: EarlierDeps, wanted: EarlierWanted): Promise<Bought> {
  // Others may have bought some of it before this purchase had its turn.
  const { plan, areMonthsRefused, question, isListDoubtful } = await findEarlier(deps, wanted)
  if (areMonthsRefused) return { ...NOTHING, refusal: NO_HISTORIES_IN_PLAN }
  const { style } = question
  const admit = admitFor(wanted.waiter, () => deps.spending.admit(wanted.viewer))
  let [calls, bought_cells] = [0, 0]
  for (const call of plan) {
    const cells = call.slices.flatMap((slice) => slice.cells)
    const labels = { [HISTORY_PARAMETERS.from]: call.span.from, [HISTORY_PARAMETERS.to]: call.span.to }
    const note = async (answered: readonly string[], areAll: boolean) => {
      // The periods missing from an answer that was cut off may still come.
      if (!areAll) return
      const lacked = asOfRange(call.span.from, call.span.to).filter((label) => !answered.includes(label))
      await learnAbsent(deps, wanted.name, lacked, call)
    }
    const of = {
      name: wanted.name,
      selector: { kind: 'cells' as const, cells },
      style,
      asked: { slices: call.slices },
      isListDoubtful,
    }
    const done = await buySpan(deps, of, { labels, admit, note })
    if (done.kind === 'too_many') {
      await learnBudget(deps, cellsIn([call]), done.limit)
      return { calls, bought_cells, refusal: COSTS_MORE }
    }
    if (done.kind === 'refused') return { calls, bought_cells, ...done }
    await learnAnswered(deps.ledger, cellsIn([call]))
    calls++
    bought_cells += cellsIn([call])
  }
  return { calls, bought_cells, refusal: null }
}

function cellsIn(calls: readonly EarlierCall[]): number {
  return calls.reduce((sum, { span, slices }) => sum + (monthsBetween(span.from, span.to) + 1) * countCells(slices), 0)
}

async function answerOf(
  deps: EarlierDeps,
  { periods, viewer }: EarlierWanted,
  { unavailable, held, missing, empty, isPublished, countAlone }: FoundEarlier,
  { calls, is_estimate = false, bought_cells, refusal }: Bought,
): Promise<EarlierAnswer> {
  const emptyFor = (reason: EmptyReason) => [...empty].flatMap(([parent, why]) => (why === reason ? parent : []))
  return {
    unavailable,
    no_listings: emptyFor('no_listings'),
    not_covered: emptyFor('not_covered'),
    periods: periods.map((as_of) => ({
      as_of,
      is_published: isPublished.get(as_of) ?? null,
      held: held.get(as_of) ?? 0,
      missing: missing.find((each) => each.as_of === as_of)?.parents.length ?? 0,
      calls: countAlone(as_of),
    })),
    calls,
    ...(is_estimate && { is_estimate }),
    bought_cells,
    refusal,
    meter: await deps.spending.meter(viewer),
    allowance: await deps.allowance(),
  }
}
