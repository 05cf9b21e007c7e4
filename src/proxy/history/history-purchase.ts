import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { OtherFilter } from '../../contract/applied-filters.ts'
import type { ListStyle } from '../../contract/assumptions.ts'
import type { FilterWords } from '../../contract/filter-words.ts'
import { nextLink } from '../../contract/linked-page.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { readJson } from '../../contract/read-json.ts'
import { historySteps } from '../../contract/received-history.ts'
import { readStatedCut, type StatedCut } from '../../contract/stated-cut.ts'
import type { ReceivedStats } from '../../contract/stats.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { isToCome, parseAsOf } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { atOnce, inTurns, nextTurn } from '../../server/work/turns.ts'
import type { Area } from '../areas/area-cells.ts'
import type { AnswerWriter } from '../buying/answer-writer.ts'
import type { CutDoubts } from '../buying/cut-doubts.ts'
import type { HomeCurrency } from '../buying/home-currency.ts'
import type { LensDoubts } from '../buying/lens-doubts.ts'
import { type RefusalPauses, unusableAnswer } from '../buying/refusal-pauses.ts'
import type { FindFilterWords } from '../hints/filter-words.ts'
import type { PeriodRevisions } from '../hints/period-revisions.ts'
import type { BoughtCall, TileLedger } from '../ledger/ledger.ts'
import { withinScope } from '../planning/area-scope.ts'
import type { Selector } from '../planning/plan.ts'
import { historyTarget } from '../planning/stats-target.ts'
import type { Pauses } from '../spending/pauses.ts'
import { cutAnswer, isListUnderstood } from '../tiles/cut-answer.ts'
import { runsOf, type Slice } from '../tiles/slice.ts'
import type { Admit } from '../upstream/asking.ts'
import { LEDGER_UNREACHABLE, refusalOf, refusalOfFailure } from '../upstream/refusals.ts'
import type { ReadBytes } from '../upstream/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** The cells and the figures whose history is wanted. */
export interface HistoryOf {
  readonly name: EditionName
  readonly selector: Selector
  /** How the service wants lists to be written. */
  readonly style: ListStyle
  /** The cells whose figures, or lack of them, a period's rows certainly tell. */
  readonly slicesOf: (point: ReceivedStats) => readonly Slice[]
  /** True where an answer must show that the service reads whole lists, because none has so far. */
  readonly isListDoubtful?: boolean
}

/** One call, and what to keep beside its figures: `note` gets the periods that were answered, and whether these are all. */
export interface SpanCall {
  /** The parameters that name the periods; none where the service takes none. */
  readonly labels: Readonly<Record<string, string>>
  readonly admit: Admit
  readonly note: (answered: readonly string[], areAll: boolean) => Promise<void>
}

export type SpanBought =
  | { readonly kind: 'bought' }
  /** The service answers for fewer cells at once; `limit` is its own number where it names one. */
  | { readonly kind: 'too_many'; readonly limit: number | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly written?: Promise<void> }

export interface SpanDeps {
  readonly upstream: Pick<Upstream, 'stats' | 'basePath'>
  readonly ledger: TileLedger
  readonly writer: AnswerWriter
  readonly cutDoubts: CutDoubts
  readonly homeCurrency: Pick<HomeCurrency, 'asked' | 'judge'>
  readonly lensDoubts: LensDoubts
  readonly filterWords: FindFilterWords
  readonly unusable: RefusalPauses
  readonly revisions: Pick<PeriodRevisions, 'stamp'>
  readonly pauses: Pick<Pauses, 'at' | 'note'>
  readonly log: Logger
  readonly clock: () => Date
}

/** Makes one metered call for some periods, and keeps the figures of each like any others. */
export async function buySpan(deps: SpanDeps, of: HistoryOf, call: SpanCall): Promise<SpanBought> {
  const objection = deps.lensDoubts.objection(of.name) ?? deps.unusable.objection(pausedName(of.name))
  if (objection !== null) return { kind: 'refused', refusal: objection }
  const { resolution, lens } = of.name
  const question = {
    basePath: deps.upstream.basePath,
    lens: parseLensKey(lens) ?? {},
    resolution,
    style: of.style,
    currency: await deps.homeCurrency.asked(of.name),
  }
  const read: ReadBytes<ReceivedHistory> = async (body, headers) => {
    const sent: unknown = readJson(body)
    // Totals may count points.
    return {
      points: await inTurns(historySteps(sent)),
      says: readStatedCut(sent, Number.POSITIVE_INFINITY) ?? (nextLink(headers) === null ? null : 'more'),
    }
  }
  const result = await deps.upstream.stats(historyTarget(question, of.selector, call.labels), read, call.admit)
  switch (result.kind) {
    case 'withheld':
      return { kind: 'refused', refusal: result.refusal }
    case 'failed':
      return result.failure.code === 'invalid_answer'
        ? notUsable(deps, of.name, result.failure.message)
        : { kind: 'refused', refusal: refusalOfFailure(result.failure) }
    case 'refused':
      if (result.refusal.code === 'too_many_hexes') return { kind: 'too_many', limit: result.refusal.limit }
      await deps.pauses.note(refusalOf(result.refusal), resolution)
      return { kind: 'refused', refusal: refusalOf(result.refusal) }
    case 'ok':
      return keepPoints(deps, of, result.value, call.note)
  }
}

interface ReceivedHistory {
  readonly points: readonly ReceivedStats[]
  readonly says: StatedCut
}

function pausedName({ lens, resolution }: EditionName): string {
  return `history ${resolution} ${lens}`
}

/** The second in a row starts a pause, because further calls would most likely be charged for nothing too. */
function notUsable({ unusable }: SpanDeps, name: EditionName, reason: string): SpanBought {
  return { kind: 'refused', refusal: unusable.start(pausedName(name), unusableAnswer(reason)) }
}

async function keepPoints(
  deps: SpanDeps,
  of: HistoryOf,
  { points, says }: ReceivedHistory,
  note: SpanCall['note'],
): Promise<SpanBought> {
  const at = deps.clock()
  const calls: BoughtCall[] = []
  const currencies = new Set(points.map(({ currency }) => currency))
  if (currencies.size > 1) return notUsable(deps, of.name, `its periods are in ${[...currencies].join(' and ')}`)
  const words = await deps.filterWords(of.name.lens)
  for (const point of points) {
    await nextTurn()
    const read = callOf(deps, of, point, { at, says, words, isFirst: calls.length === 0 })
    if (typeof read !== 'string') {
      const { otherFilter } = read
      const call = { ...read.call, edition: await deps.revisions.stamp(read.call.edition) }
      const refusal =
        deps.lensDoubts.judge(call.name, otherFilter) ??
        (await deps.homeCurrency.judge(call.name, call.edition.currency))
      if (refusal !== null) return { kind: 'refused', refusal }
      calls.push(call)
    } else {
      deps.log.error({ ...of.name, as_of: point.as_of, reason: read }, 'a period of a history cannot be used')
      return notUsable(deps, of.name, read)
    }
  }
  deps.unusable.end(pausedName(of.name))
  const keep = async () => {
    for (const call of calls) await deps.ledger.commit(call)
    await note(
      calls.map(({ name }) => name.as_of),
      says === null,
    )
  }
  const [first] = calls
  if (first === undefined) {
    await note([], says === null)
    return { kind: 'bought' }
  }
  const done = await deps.writer.write(first, keep)
  deps.log.info({ ...of.name, periods: calls.length, rows: first.rows }, 'bought a history')
  return done.kind === 'written'
    ? { kind: 'bought' }
    : { kind: 'refused', refusal: LEDGER_UNREACHABLE, written: done.written }
}

/** Returns one period as a call that was answered, or why it cannot be used. */
function callOf(
  { cutDoubts }: SpanDeps,
  { name, selector, slicesOf, isListDoubtful = false }: HistoryOf,
  point: ReceivedStats,
  { at, says, words, isFirst }: { at: Date; says: StatedCut; words: FilterWords; isFirst: boolean },
): { readonly call: BoughtCall; readonly otherFilter: OtherFilter | null } | string {
  const as_of = parseAsOf(point.as_of)
  if (as_of === null) return `as_of '${point.as_of}' is not the first day of a month`
  if (isToCome(as_of, at)) return `as_of '${as_of}' is of months to come`
  const cut = cutAnswer(point, { ...name, slices: slicesOf(point), words }, says)
  if (cut.kind === 'invalid') return cut.reason
  const isList = selector.kind === 'cells' && selector.cells.length > 1
  if (isListDoubtful && isList && !isListUnderstood(selector.cells, cut)) {
    return 'the answer does not show that the whole list of cells was read'
  }
  const call = {
    id: randomUUID(),
    name: { ...name, as_of },
    edition: cut.edition,
    slices: cutDoubts.surelyTold(cut) ?? [],
    at,
    rows: cut.rows,
    ...(!isFirst && { isCountedElsewhere: true }),
  }
  return { call, otherFilter: cut.otherFilter }
}

/**
 * The cells of the area whose figures, or lack of them, a period's rows certainly tell: all of a place that is listed in
 * full; otherwise those with a row, since the service may draw the area's border elsewhere.
 */
export function coveredSlices({ scope }: Area, selector: Selector, { stats }: ReceivedStats): Slice[] {
  const whole = [...scope.cells.keys()].map((parent) => ({ parent, first: 0, cells: tileCells(parent) }))
  const wanted = atOnce(withinScope(whole, scope))
  if (selector.kind === 'cells' || scope.shape?.kind === 'place') return wanted
  const rows = new Set<Cell | null>(stats.map(({ h3 }) => parseCell(h3)))
  return wanted.flatMap((slice) => {
    const runs = runsOf(slice, (index) => rows.has(slice.cells[index] ?? null))
    return runs.flatMap(([hasRows, run]) => (hasRows ? [run] : []))
  })
}
