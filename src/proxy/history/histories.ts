import type { AreaSelector } from '../../contract/area.ts'
import { HISTORY_CELLS_MAX, type HistoryAnswer, type HistoryPeriod } from '../../contract/history.ts'
import type { HistoryAllowance, Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import { parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import { type AsOf, isToCome, monthsBetween, parseAsOf } from '../../domain/period.ts'
import type { Area } from '../areas/area-cells.ts'
import { isAreaHeld, knownArea } from '../buying/calls/known-cells.ts'
import { LEASE_TIMES, type LeaseTimes } from '../buying/claims/leases.ts'
import type { ReadCoverage } from '../hints/stated/coverage-reader.ts'
import type { DeclaredParameters } from '../hints/stated/declared-parameters.ts'
import type { LeaseLedger, LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { Selector } from '../planning/calls/plan.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-caps.ts'
import { NO_HISTORIES_IN_PLAN, ownRefusal } from '../upstream/connection/refusals.ts'
import { isStillAbsent } from './absent-months.ts'
import {
  answeredCells,
  COSTS_MORE,
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
  monthsPerCall,
  NOTHING_ANSWERED,
  type Span,
  spanOf,
  spansOver,
  wantedMonths,
  withAnswer,
} from './history-plan.ts'
import { askedOfArea, buySpan, objectionTo, type SpanDeps } from './history-purchase.ts'
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
      const largest = Math.max(0, ...state.spans.map((span) => wanted.area.cells.length * monthsIn(span)))
      const is_estimate = largest > (await answeredCells(deps.ledger))
      return answerOf(deps, wanted, state, { calls: state.spans.length, is_estimate, refusal })
    },
    buy: async (wanted) => {
      const before = await stateOf(deps, wanted)
      const refused = await objection(deps, wanted, before)
      if (refused !== null) return answerOf(deps, wanted, before, { calls: 0, refusal: refused })
      const answer = await turns.during([historyName(wanted.name, wanted.selector)], async (keepFor) => {
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
interface HistoryState {
  /** Null where the service declares no history. */
  readonly parameters: ReadonlySet<string> | null
  /** The labels of the periods that are known, oldest first. */
  readonly known: readonly AsOf[]
  readonly budget: number | null
  readonly stated: StatedMonths
  /** What is left to buy, one call each. */
  readonly spans: readonly Span[]
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
  if (parameters === null) return { parameters, known: [...known].sort(), budget, stated, spans: [] }
  const missing: AsOf[] = []
  for (const label of wantedMonths(name.as_of)) {
    if (known.has(label)) continue
    const isStill = isStillAbsent(lesson.absent[label], label, { now: clock(), revision: stated.revisionOf(label) })
    if (await isAreaHeld(ledger, { ...name, as_of: label }, area.scope)) known.add(label)
    else if (stated.isPublished(label) !== false && !isStill) missing.push(label)
  }
  const months = monthsPerCall(area.cells.length, takesLabels(parameters) ? budget : null)
  const open = await deps.refusedMonths.open(missing, name.as_of)
  const areMonthsRefused = missing.length > 0 && open.length === 0
  const spans = spansOver(areMonthsRefused ? missing : open, Math.max(1, months))
  return { parameters, known: [...known].sort(), budget, stated, spans, areMonthsRefused }
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
  { name, area, selector, viewer, confirmed }: HistoryWanted,
  { parameters, budget, spans, areMonthsRefused }: HistoryState,
): Promise<Refusal | null> {
  const { spending, pauses, latest } = deps
  if (isToCome(name.as_of, latest())) return notYet(name)
  if (spans.length === 0) return null
  if (selectorOf(selector, area) === null) return NOT_A_SHAPE
  const isTooLarge =
    area.cells.length > HISTORY_CELLS_MAX ||
    (parameters !== null && takesLabels(parameters) && monthsPerCall(area.cells.length, budget) === 0)
  if (isTooLarge) return TOO_LARGE
  const asked = spending.consent(confirmed) ?? (await pauses.at(name.resolution)) ?? (await spending.objection(viewer))
  return asked ?? (areMonthsRefused ? NO_HISTORIES_IN_PLAN : objectionTo(deps, name))
}

/** Buys one span after the other, the newest first; a limit that is learned on the way ends it, as the cost changes. */
async function buyMissing(
  deps: HistoriesDeps,
  wanted: HistoryWanted,
): Promise<{ calls: number; refusal: Refusal | null; written?: Promise<void> }> {
  const { area, viewer } = wanted
  const selector = selectorOf(wanted.selector, area)
  if (selector === null) return { calls: 0, refusal: NOT_A_SHAPE }
  const { parameters, spans, areMonthsRefused, stated } = await stateOf(deps, wanted)
  if (areMonthsRefused) return { calls: 0, refusal: NO_HISTORIES_IN_PLAN }
  const hasLabels = parameters !== null && takesLabels(parameters)
  const asked = await askedOfArea(area, selector)
  let calls = 0
  for (const span of spans) {
    const admit = async () => deps.spending.admit(viewer)
    const note = async (labels: readonly string[], areAll: boolean) => {
      const told = areAll ? span : spanOf(labels)
      const answered = await revisionsOf(deps.ledger, wanted.name, labels)
      const { revisionOf } = stated
      const read = (before: unknown) => historyLesson.safeParse(before).data ?? NOTHING_ANSWERED
      await deps.ledger.amend(historyName(wanted.name, wanted.selector), (before) =>
        withAnswer(read(before), { answered, told, revisionOf, at: deps.clock() }),
      )
    }
    const labels = hasLabels ? { [HISTORY_PARAMETERS.from]: span.from, [HISTORY_PARAMETERS.to]: span.to } : {}
    const bought = await buySpan(deps, { name: wanted.name, selector, style: 'commas', asked }, { labels, admit, note })
    if (bought.kind === 'too_many') {
      await learnBudget(deps, area.cells.length * monthsIn(span), bought.limit)
      return { calls, refusal: COSTS_MORE }
    }
    if (bought.kind === 'refused') return { calls, ...bought }
    await learnAnswered(deps.ledger, area.cells.length * monthsIn(span))
    calls++
  }
  return { calls, refusal: null }
}

async function revisionsOf(ledger: TileLedger, name: EditionName, labels: readonly string[]) {
  const revisions: HistoryLesson['answered'] = {}
  for (const label of labels) {
    const as_of = parseAsOf(label)
    if (as_of !== null) revisions[label] = (await ledger.edition({ ...name, as_of }))?.snapshot.revision ?? null
  }
  return revisions
}

function monthsIn({ from, to }: Span): number {
  return monthsBetween(from, to) + 1
}

/** How a call names an area; null for a shape that only lists of cells could. */
function selectorOf(area: AreaSelector, { cells }: Area): Selector | null {
  if ('geo_id' in area) return { kind: 'place', geo_id: area.geo_id, size: cells.length }
  if ('radius_km' in area) return { kind: 'circle', ...area }
  const cell = 'h3' in area && cells.length === 1 ? parseCell(cells[0] ?? '') : null
  return cell && { kind: 'cells', cells: [cell] }
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

const NOT_A_SHAPE = ownRefusal(
  'not_a_shape',
  'Histories can be bought for places, circles and single hexagons, not for other shapes.',
)
const TOO_LARGE = ownRefusal(
  'too_large',
  'The area has too many cells for its history at this resolution. Choose a coarser resolution or a smaller area.',
)
