import type { AreaSelector } from '../../contract/area.ts'
import { HISTORY_PARAMETERS } from '../../contract/assumptions.ts'
import { HISTORY_CELLS_MAX, type HistoryAnswer, type HistoryPeriod } from '../../contract/history.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { ReceivedStats } from '../../contract/stats.ts'
import { parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import { isToCome, parseAsOf } from '../../domain/period.ts'
import type { Area } from '../areas/area-cells.ts'
import { knownArea } from '../buying/known-cells.ts'
import { createLeases, LEASE_TIMES, type LeaseTimes } from '../buying/leases.ts'
import type { DeclaredParameters } from '../hints/declared-parameters.ts'
import type { LeaseLedger, LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { Selector } from '../planning/plan.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-caps.ts'
import { ownRefusal } from '../upstream/refusals.ts'
import { COSTS_MORE, learnBudget, learnedBudget, notYet, takesLabels, UNDER_WAY } from './history-calls.ts'
import {
  type HistoryLesson,
  historyLesson,
  historyName,
  missingSpans,
  monthsPerCall,
  type Span,
  spanOf,
  withSpan,
} from './history-plan.ts'
import { buySpan, coveredSlices, type SpanDeps } from './history-purchase.ts'
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
  readonly declared: DeclaredParameters
  readonly spending: Spending
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

export function createHistories(deps: HistoriesDeps): Histories {
  const turns = createTurns(createLeases({ ...deps, times: deps.leaseTimes ?? LEASE_TIMES }))
  return {
    quote: async (wanted) => {
      const state = await stateOf(deps, wanted)
      const refusal = state.spans.length === 0 ? null : await objection(deps, wanted, state)
      return answerOf(deps, wanted, state, { calls: state.spans.length, refusal })
    },
    buy: async (wanted) => {
      const before = await stateOf(deps, wanted)
      const refused = before.spans.length === 0 ? null : await objection(deps, wanted, before)
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
  readonly known: HistoryLesson | null
  readonly budget: number | null
  /** What is left to buy, one call each. */
  readonly spans: readonly Span[]
}

async function stateOf({ declared, ledger, clock }: HistoriesDeps, wanted: HistoryWanted): Promise<HistoryState> {
  const parameters = (await declared('/stats/history'))?.names ?? null
  const lesson = historyLesson.safeParse(await ledger.learned(historyName(wanted.name, wanted.selector)))
  const budget = await learnedBudget({ ledger, clock })
  const known = lesson.success && (await areHeld(ledger, wanted.name, lesson.data)) ? lesson.data : null
  if (parameters === null) return { parameters, known, budget, spans: [] }
  const months = monthsPerCall(wanted.area.cells.length, takesLabels(parameters) ? budget : null)
  return { parameters, known, budget, spans: missingSpans(wanted.name.as_of, known, Math.max(1, months)) }
}

/** False when a period was built again since, and its figures were dropped. */
async function areHeld(ledger: TileLedger, name: EditionName, { labels }: HistoryLesson): Promise<boolean> {
  for (const label of labels) {
    const as_of = parseAsOf(label)
    if (as_of === null || (await ledger.edition({ ...name, as_of })) === null) return false
  }
  return true
}

/** Returns why nothing would be bought; null when it would. */
async function objection(
  { spending, pauses, clock }: HistoriesDeps,
  { name, area, selector, viewer, confirmed }: HistoryWanted,
  { parameters, budget }: HistoryState,
): Promise<Refusal | null> {
  if (isToCome(name.as_of, clock())) return notYet(name)
  if (selectorOf(selector, area) === null) return NOT_A_SHAPE
  const isTooLarge =
    area.cells.length > HISTORY_CELLS_MAX ||
    (parameters !== null && takesLabels(parameters) && monthsPerCall(area.cells.length, budget) === 0)
  if (isTooLarge) return TOO_LARGE
  return spending.consent(confirmed) ?? (await pauses.at(name.resolution)) ?? (await spending.objection(viewer))
}

/** Buys one span after the other, the newest first; a limit that is learned on the way ends it, as the cost changes. */
async function buyMissing(
  deps: HistoriesDeps,
  wanted: HistoryWanted,
): Promise<{ calls: number; refusal: Refusal | null; written?: Promise<void> }> {
  const { area, viewer } = wanted
  const selector = selectorOf(wanted.selector, area)
  if (selector === null) return { calls: 0, refusal: NOT_A_SHAPE }
  const { parameters, spans } = await stateOf(deps, wanted)
  const hasLabels = parameters !== null && takesLabels(parameters)
  let calls = 0
  for (const span of spans) {
    const admit = async () => deps.spending.admit(viewer)
    const note = async (answered: readonly string[], areAll: boolean) => {
      const name = historyName(wanted.name, wanted.selector)
      const told = areAll ? span : spanOf(answered)
      if (told === null) return
      await deps.ledger.amend(name, (before) => withSpan(historyLesson.safeParse(before).data ?? null, told, answered))
    }
    const labels = hasLabels ? { [HISTORY_PARAMETERS.from]: span.from, [HISTORY_PARAMETERS.to]: span.to } : {}
    const slicesOf = (point: ReceivedStats) => coveredSlices(area, selector, point)
    const bought = await buySpan(
      deps,
      { name: wanted.name, selector, style: 'commas', slicesOf },
      { labels, admit, note },
    )
    if (bought.kind === 'too_many') {
      await learnBudget(deps, area.cells.length * monthsIn(span), bought.limit)
      return { calls, refusal: COSTS_MORE }
    }
    if (bought.kind === 'refused') return { calls, ...bought }
    calls++
  }
  return { calls, refusal: null }
}

function monthsIn({ from, to }: Span): number {
  return (
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  )
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
  { calls, refusal }: { calls: number; refusal: Refusal | null },
): Promise<HistoryAnswer> {
  const periods: HistoryPeriod[] = []
  for (const label of known?.labels ?? []) {
    const as_of = parseAsOf(label)
    const period = as_of && (await periodOf(deps, wanted, { ...wanted.name, as_of }))
    if (period) periods.push(period)
  }
  return { offered: parameters !== null, periods, calls, refusal, meter: await deps.spending.meter(wanted.viewer) }
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
  'The history of places, circles and single hexagons can be bought, not of other shapes.',
)
const TOO_LARGE = ownRefusal(
  'too_large',
  'The area has too many cells for its history at this resolution. Choose a coarser resolution or a smaller area.',
)
