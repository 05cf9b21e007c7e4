import type { AreaSelector } from '../../contract/area.ts'
import type { HistoryAnswer, HistoryPeriod } from '../../contract/history.ts'
import type { HistoryAllowance, Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import { type AsOf, asOfRange, isToCome, parseAsOf } from '../../domain/period.ts'
import type { Area } from '../areas/area-cells.ts'
import type { CallLimits } from '../buying/calls/call-limits.ts'
import { isAreaHeld, knownArea } from '../buying/calls/known-cells.ts'
import type { Waiter } from '../buying/claims/batch.ts'
import { admitFor } from '../buying/claims/commitment.ts'
import { LEASE_TIMES, type LeaseTimes } from '../buying/claims/leases.ts'
import type { ReadCoverage } from '../hints/stated/coverage-reader.ts'
import type { DeclaredParameters } from '../hints/stated/declared-parameters.ts'
import type { LeaseLedger, LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-rules.ts'
import { NO_HISTORIES_IN_PLAN } from '../upstream/connection/refusals.ts'
import { isStillAbsent } from './absent-months.ts'
import { type AreaCall, type AreaCalls, areaCalls, askedOfCall, cellsOfCall, selectorOfCall } from './area-calls.ts'
import {
  answeredCells,
  COSTS_MORE,
  earlierNames,
  learnAnswered,
  learnBudget,
  learnedBudget,
  notYet,
  takesLabels,
  UNDER_WAY,
} from './history-calls.ts'
import {
  type HistoryLesson,
  historyLesson,
  historyName,
  NOTHING_ANSWERED,
  spanOf,
  wantedMonths,
  withAnswer,
} from './history-plan.ts'
import { buySpan, objectionTo, type SpanDeps } from './history-purchase.ts'
import { readStatedMonths, type StatedMonths } from './stated-months.ts'
import { createTurns } from './turns.ts'

/** An area's history that a viewer wants. */
export interface HistoryWanted {
  /** The period that is served now. */
  readonly name: EditionName
  readonly selector: AreaSelector
  readonly area: Area
  readonly metric: PublishedMetric
  readonly viewer: Viewer
  readonly confirmed: boolean
  readonly waiter: Waiter
}

/** Figures of earlier periods. What was bought of them is held like any other figures. */
export interface Histories {
  /** Returns what is held, and what the rest would cost. */
  quote(wanted: HistoryWanted): Promise<HistoryAnswer>
  /** Buys the rest. */
  buy(wanted: HistoryWanted): Promise<HistoryAnswer>
  close(): void
}

export interface HistoriesDeps extends SpanDeps {
  readonly limits: CallLimits
  readonly ledger: TileLedger & LessonLedger & LeaseLedger
  readonly coverage: ReadCoverage
  readonly declared: DeclaredParameters
  readonly spending: Spending
  /** What is left for histories; null where they are counted with all other calls. */
  readonly allowance: () => Promise<HistoryAllowance | null>
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

export function createHistories(deps: HistoriesDeps): Histories {
  const turns = createTurns({ ...deps, times: deps.leaseTimes ?? LEASE_TIMES })
  return {
    quote: async (wanted) => {
      const state = await stateOf(deps, wanted)
      const refusal = await objection(deps, wanted, state)
      const largest = Math.max(0, ...state.calls.map((call) => cellsOfCall(call, wanted.area)))
      const isDoubtful = state.lists?.isListDoubtful === true
      const is_estimate = isDoubtful || largest > (await answeredCells(deps.ledger))
      return answerOf(deps, wanted, state, { calls: state.calls.length, is_estimate, refusal })
    },
    buy: async (wanted) => {
      const before = await stateOf(deps, wanted)
      const refused = await objection(deps, wanted, before)
      if (refused !== null) return answerOf(deps, wanted, before, { calls: 0, refusal: refused })
      const answer = await turns.during(namesOf(wanted, before), async (keepFor) => {
        const bought = await buyMissing(deps, wanted)
        keepFor(bought.written)
        return answerOf(deps, wanted, await stateOf(deps, wanted), bought)
      })
      return answer ?? answerOf(deps, wanted, before, { calls: 0, refusal: UNDER_WAY })
    },
    close: () => turns.close(),
  }
}

/** What is known of a history. */
interface HistoryState extends AreaCalls {
  /** Null where the service declares no history. */
  readonly parameters: ReadonlySet<string> | null
  /** The labels of the periods that are known, oldest first. */
  readonly known: readonly AsOf[]
  readonly stated: StatedMonths
  /** True when the service does not seem to sell any of it. */
  readonly areMonthsRefused?: boolean
}

async function stateOf(deps: HistoriesDeps, wanted: HistoryWanted): Promise<HistoryState> {
  const { declared, ledger, clock } = deps
  const { name, selector, area } = wanted
  const parameters = (await declared('/stats/history'))?.names ?? null
  const lesson = historyLesson.safeParse(await ledger.learned(historyName(name, selector))).data ?? NOTHING_ANSWERED
  const budget = await learnedBudget({ ledger, clock })
  const stated = await readStatedMonths(deps, name)
  const known = new Set(await answeredMonths(ledger, name, lesson))
  if (parameters === null) {
    return { parameters, known: [...known].sort(), stated, calls: [], refusal: null, lists: null }
  }
  const missing: AsOf[] = []
  for (const label of wantedMonths(name.as_of)) {
    if (known.has(label)) continue
    const isStill = isStillAbsent(lesson.absent[label], label, { now: clock(), revision: stated.revisionOf(label) })
    if (await isAreaHeld(ledger, { ...name, as_of: label }, area.scope)) known.add(label)
    else if (stated.isPublished(label) !== false && !isStill) missing.push(label)
  }
  const open = await deps.refusedMonths.open(missing, name.as_of)
  const areMonthsRefused = missing.length > 0 && open.length === 0
  const months = areMonthsRefused ? missing : open
  const calls = await areaCalls(deps, { name, selector, area, months, parameters, budget })
  return { parameters, known: [...known].sort(), stated, areMonthsRefused, ...calls }
}

/** The periods that were answered for the area, without those that were built again since and whose figures were dropped. */
async function answeredMonths(ledger: TileLedger, name: EditionName, { answered }: HistoryLesson): Promise<AsOf[]> {
  const months: AsOf[] = []
  for (const [label, revision] of Object.entries(answered)) {
    const as_of = parseAsOf(label)
    const edition = as_of && (await ledger.edition({ ...name, as_of }))
    if (edition && (edition.snapshot.revision ?? null) === revision) months.push(as_of)
  }
  return months
}

/** Returns why what is missing would not be bought; null when it would, or nothing is missing. */
async function objection(
  deps: HistoriesDeps,
  { name, viewer, confirmed }: HistoryWanted,
  { calls, refusal, areMonthsRefused }: HistoryState,
): Promise<Refusal | null> {
  const { spending, pauses, latest } = deps
  if (isToCome(name.as_of, latest())) return notYet(name)
  if (calls.length === 0) return null
  if (refusal !== null) return refusal
  const asked = spending.consent(confirmed) ?? (await pauses.at(name.resolution)) ?? (await spending.objection(viewer))
  return asked ?? (areMonthsRefused ? NO_HISTORIES_IN_PLAN : objectionTo(deps, name))
}

/**
 * Makes one call after the other, the newest months first. A limit that is learned on the way ends it, as the cost changes;
 * months that an answer to a list lacked are left out of the lists that follow.
 */
async function buyMissing(
  deps: HistoriesDeps,
  wanted: HistoryWanted,
): Promise<{ calls: number; refusal: Refusal | null; written?: Promise<void> }> {
  const { name, area, viewer, waiter } = wanted
  const state = await stateOf(deps, wanted)
  const { parameters, areMonthsRefused, lists, refusal } = state
  if (areMonthsRefused) return { calls: 0, refusal: NO_HISTORIES_IN_PLAN }
  if (refusal !== null) return { calls: 0, refusal }
  const hasLabels = parameters !== null && takesLabels(parameters)
  const { style = 'commas' } = lists?.question ?? {}
  const admit = admitFor(waiter, () => deps.spending.admit(viewer))
  let left = state.calls
  let calls = 0
  for (;;) {
    const [call, ...others] = left
    const selector = call && selectorOfCall(call, wanted.selector, area)
    if (!call || !selector) return { calls, refusal: null }
    const { from, to } = call.span
    const labels = hasLabels ? { [HISTORY_PARAMETERS.from]: from, [HISTORY_PARAMETERS.to]: to } : {}
    const of = {
      name,
      selector,
      style,
      asked: await askedOfCall(call, area, selector),
      isListDoubtful: lists?.isListDoubtful,
    }
    let lacksMonths = false
    const note = async (answered: readonly string[], areAll: boolean) => {
      lacksMonths = areAll && asOfRange(from, to).some((label) => !answered.includes(label))
      await noteAnswer(deps, wanted, state, { call, answered, areAll })
    }
    const bought = await buySpan(deps, of, { labels, admit, note })
    const cells = cellsOfCall(call, area)
    if (bought.kind === 'too_many') {
      await learnBudget(deps, cells, bought.limit)
      return { calls, refusal: COSTS_MORE }
    }
    if (bought.kind === 'refused') return { calls, ...bought }
    await learnAnswered(deps.ledger, cells)
    calls++
    left = lacksMonths && call.slices !== null ? (await stateOf(deps, wanted)).calls : others
  }
}

/** Keeps which months an answer told of. Some cells of a month do not make it known; the ledger shows when all of it is held. */
async function noteAnswer(
  { ledger, clock }: HistoriesDeps,
  { name, selector }: HistoryWanted,
  { stated: { revisionOf } }: HistoryState,
  { call: { span, slices }, answered, areAll }: { call: AreaCall; answered: readonly string[]; areAll: boolean },
): Promise<void> {
  const revisions = await revisionsOf(ledger, name, answered)
  const told = areAll ? span : spanOf(answered)
  await ledger.amend(historyName(name, selector), (raw) => {
    const before = historyLesson.safeParse(raw).data ?? NOTHING_ANSWERED
    const after = withAnswer(before, { answered: revisions, told, revisionOf, at: clock() })
    return slices === null ? after : { ...after, answered: before.answered }
  })
}

function namesOf({ name, selector, area }: HistoryWanted, { calls }: HistoryState): string[] {
  const parents = [...area.scope.cells.keys()]
  const lists = calls.filter(({ slices }) => slices !== null)
  const months = [...new Set(lists.flatMap(({ span }) => asOfRange(span.from, span.to)))]
  return [
    historyName(name, selector),
    ...earlierNames(
      name,
      months.map((as_of) => ({ as_of, parents })),
    ),
  ]
}

async function revisionsOf(ledger: TileLedger, name: EditionName, labels: readonly string[]) {
  const revisions: HistoryLesson['answered'] = {}
  for (const label of labels) {
    const as_of = parseAsOf(label)
    if (as_of !== null) revisions[label] = (await ledger.edition({ ...name, as_of }))?.snapshot.revision ?? null
  }
  return revisions
}

async function answerOf(
  deps: HistoriesDeps,
  wanted: HistoryWanted,
  { parameters, known }: HistoryState,
  { calls, is_estimate = false, refusal }: { calls: number; is_estimate?: boolean; refusal: Refusal | null },
): Promise<HistoryAnswer> {
  const periods: HistoryPeriod[] = []
  for (const as_of of known) {
    const period = await periodOf(deps, wanted, { ...wanted.name, as_of })
    if (period) periods.push(period)
  }
  const [meter, allowance] = await Promise.all([deps.spending.meter(wanted.viewer), deps.allowance()])
  const cost = { calls, ...(is_estimate && { is_estimate }) }
  return { offered: parameters !== null, periods, ...cost, refusal, meter, allowance }
}

async function periodOf(
  { ledger }: HistoriesDeps,
  { area, metric }: HistoryWanted,
  name: EditionName,
): Promise<HistoryPeriod | null> {
  const { edition, figures } = await knownArea(ledger, name, area.scope)
  if (edition === null) return null
  const told = [...figures.values()].flatMap((figure) => {
    const value = figure?.[metric]
    return figure && typeof value === 'number' ? [{ value, estimated: figure.estimated }] : []
  })
  const valuesOf = (estimated: boolean) =>
    told.flatMap((each) => (each.estimated === estimated ? [each.value] : [])).sort((a, b) => a - b)
  return { edition, observed: valuesOf(false), estimated: valuesOf(true) }
}
