import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS, type ListStyle } from '../../contract/service/assumptions.ts'
import type { OtherFilter } from '../../contract/service/filters/applied-filters.ts'
import { nextLink } from '../../contract/service/linked-page.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { isEarly, isToCome, parseAsOf } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { inTurns, nextTurn } from '../../server/work/turns.ts'
import type { Area } from '../areas/area-cells.ts'
import type { AnswerWriter } from '../buying/calls/answer-writer.ts'
import { otherUnits } from '../buying/calls/other-units.ts'
import type { CutDoubts } from '../buying/doubts/cut-doubts.ts'
import type { HomeCurrency } from '../buying/doubts/home-currency.ts'
import type { LensDoubts } from '../buying/doubts/lens-doubts.ts'
import { finalSubject, type RefusalPauses, UNUSABLE_ANSWER } from '../buying/doubts/refusal-pauses.ts'
import type { PeriodRevisions } from '../hints/periods/period-revisions.ts'
import type { FindFilterWords } from '../hints/stated/filter-words.ts'
import type { BoughtCall, TileLedger } from '../ledger/ledger.ts'
import { withinScope } from '../planning/calls/area-scope.ts'
import type { Selector } from '../planning/calls/plan.ts'
import { historyTarget } from '../planning/calls/stats-target.ts'
import type { Pauses } from '../spending/pauses.ts'
import { type AskedCells, type BoughtSlice, type CutAnswer, isListUnderstood } from '../tiles/cut-answer.ts'
import type { CutHistory } from '../tiles/packed-history.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import type { Admit } from '../upstream/asking.ts'
import {
  CUT_SHORT,
  LEDGER_UNREACHABLE,
  PERIODS_REFUSED,
  refusalOf,
  refusalOfFailure,
} from '../upstream/connection/refusals.ts'
import {
  isBlocked,
  isOfAnswer,
  type Quota,
  type ReadBytes,
  type ServiceRefusal,
} from '../upstream/connection/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { RefusedMonths } from './refused-months.ts'

/** The cells and the figures whose history is wanted. */
export interface HistoryOf {
  readonly name: EditionName
  readonly selector: Selector
  /** How the service wants lists to be written. */
  readonly style: ListStyle
  /** The cells that the call is made for, and whether a period's rows tell only those that they are about. */
  readonly asked: Pick<AskedCells, 'slices' | 'areRowsAll'>
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

/** Reads histories outside the event loop: one of 20 MB takes a second. */
export interface HistoryComputing {
  /** Rejects when the body is not a history. */
  readHistory(body: Uint8Array, asked: AskedCells, boughtAt: Date): Promise<CutHistory>
}

export interface SpanDeps {
  readonly computing: HistoryComputing
  readonly upstream: Pick<Upstream, 'stats' | 'basePath'>
  readonly ledger: TileLedger
  readonly writer: AnswerWriter
  readonly cutDoubts: CutDoubts
  readonly homeCurrency: Pick<HomeCurrency, 'asked' | 'judge'>
  readonly lensDoubts: LensDoubts
  readonly filterWords: FindFilterWords
  readonly unusable: RefusalPauses
  readonly refusedKinds: RefusalPauses
  readonly revisions: Pick<PeriodRevisions, 'stamp'>
  readonly pauses: Pick<Pauses, 'at' | 'isOfPeriods' | 'note' | 'noteServed'>
  readonly refusedMonths: RefusedMonths
  readonly log: Logger
  readonly clock: () => Date
  /** The clock that tells which months have not begun. */
  readonly latest: () => Date
}

/** Makes one metered call for some periods, and keeps the figures of each like any others. */
export async function buySpan(deps: SpanDeps, of: HistoryOf, call: SpanCall): Promise<SpanBought> {
  const request = requestNames(of, call)
  const objection = objectionTo(deps, of.name) ?? deps.unusable.objection(request.one)
  if (objection !== null) return { kind: 'refused', refusal: objection }
  const mark = deps.unusable.mark()
  const { resolution, lens } = of.name
  const question = {
    basePath: deps.upstream.basePath,
    lens: parseLensKey(lens) ?? {},
    resolution,
    style: of.style,
    currency: await deps.homeCurrency.asked(of.name),
  }
  const read: ReadBytes<CutHistory & { at: Date }> = async (body, headers) => {
    const at = deps.clock()
    const words = await deps.filterWords(lens)
    const asked = { ...of.name, ...of.asked, words, hasNextPage: nextLink(headers) !== null }
    return { at, ...(await deps.computing.readHistory(body, asked, at)) }
  }
  const result = await deps.upstream.stats(historyTarget(question, of.selector, call.labels), read, call.admit)
  switch (result.kind) {
    case 'withheld':
      return { kind: 'refused', refusal: result.refusal }
    case 'failed':
      return isOfAnswer(result.failure)
        ? notUsable(deps, of.name, mark, result.failure.message)
        : { kind: 'refused', refusal: refusalOfFailure(result.failure) }
    case 'refused':
      if (result.refusal.code === 'too_many_hexes') return { kind: 'too_many', limit: result.refusal.limit }
      if (await areMonthsRefused(deps, of.name, call, result)) {
        if (result.refusal.isGate) return { kind: 'refused', refusal: refusalOf(result.refusal) }
        const told = { ...PERIODS_REFUSED, request_id: result.refusal.request_id }
        return { kind: 'refused', refusal: deps.unusable.start(request.one, told, mark) }
      }
      await deps.pauses.note(refusalOf(result.refusal), resolution)
      return { kind: 'refused', refusal: pauseRefused(deps, request, result.refusal, mark) }
    case 'ok':
      deps.unusable.end(request.all)
      deps.refusedKinds.end(request.all)
      return keepPeriods(deps, of, { ...result.value, mark, request: request.one }, call.note)
  }
}

/** True when a refusal is remembered for the months of a call, because later ones may be sold. */
async function areMonthsRefused(
  { pauses, refusedMonths }: Pick<SpanDeps, 'pauses' | 'refusedMonths'>,
  { as_of }: EditionName,
  { labels }: SpanCall,
  { refusal, quota }: { refusal: ServiceRefusal; quota: Quota },
): Promise<boolean> {
  if (!(await pauses.isOfPeriods(refusalOf(refusal), quota))) return false
  return !(await refusedMonths.noteRefused(parseAsOf(labels[HISTORY_PARAMETERS.from] ?? ''), as_of))
}

/** Returns why no history of these figures is asked for at present, whatever its cells and periods; null when one is. */
export function objectionTo(
  { lensDoubts, unusable, refusedKinds }: Pick<SpanDeps, 'lensDoubts' | 'unusable' | 'refusedKinds'>,
  name: EditionName,
): Refusal | null {
  return (
    lensDoubts.objection(name) ??
    unusable.objection(pausedName(name)) ??
    unusable.objection(pausedIn(name)) ??
    unusable.objection(anyCells(name)) ??
    refusedKinds.objection(anyCells(name))
  )
}

function anyCells({ resolution, lens, currency }: EditionName): string {
  return `history of any cells ${resolution} ${lens} ${currency ?? ''}`
}

function pausedName({ lens, resolution }: EditionName): string {
  return `history ${resolution} ${lens}`
}

/** Names the pause after figures in a wrong currency; other currencies are not affected. */
function pausedIn(name: EditionName): string {
  return `${pausedName(name)} in ${name.currency ?? ''}`
}

/** A request in all its detail, and any that differs only in cells and periods: each may be refused for good. */
function requestNames({ name, selector }: HistoryOf, { labels }: SpanCall): { all: string; one: string } {
  const all = anyCells(name)
  const detail = createHash('sha256')
    .update(JSON.stringify([selector, labels]))
    .digest('base64url')
  return { all, one: `${all} ${detail}` }
}

/**
 * The second refusal in a row starts a pause where retrying cannot succeed, and several of any requests pause them all; a
 * service without histories finds none.
 */
function pauseRefused(
  { unusable, refusedKinds }: SpanDeps,
  { all, one }: ReturnType<typeof requestNames>,
  refusal: ServiceRefusal,
  mark: number,
): Refusal {
  const told = refusalOf(refusal)
  if (isBlocked(refusal)) return unusable.start(all, told, mark)
  const subject = finalSubject(refusal)
  if (subject === null) return told
  if (subject === 'request') refusedKinds.start(all, told, mark)
  return unusable.start(refusal.code === 'not_found' && refusal.parameter === null ? all : one, told, mark)
}

/** The second in a row starts a pause, because further calls would most likely be charged for nothing too. */
function notUsable(
  { unusable, log }: SpanDeps,
  name: EditionName,
  mark: number,
  reason: string,
  paused = pausedName(name),
): SpanBought {
  log.error({ ...name, reason }, 'a history cannot be used')
  return { kind: 'refused', refusal: unusable.start(paused, UNUSABLE_ANSWER, mark) }
}

async function keepPeriods(
  deps: SpanDeps,
  of: HistoryOf,
  { periods, says, at, mark, request }: CutHistory & { at: Date; mark: number; request: string },
  note: SpanCall['note'],
): Promise<SpanBought> {
  const calls: BoughtCall[] = []
  const told: string[] = []
  const now = await deps.ledger.edition(of.name)
  const editions = periods.flatMap(({ answer }) => (answer.kind === 'ok' ? [answer.edition] : []))
  // A change over time compares them with the newest figures.
  if (now !== null && editions.length > 0) editions.push(now)
  const currencies = new Set(editions.map(({ currency }) => currency.trim().toUpperCase()))
  if (currencies.size > 1) {
    return notUsable(deps, of.name, mark, `the figures are in ${[...currencies].join(' and ')}`, pausedIn(of.name))
  }
  for (const { label, answer, mayBeCut } of periods) {
    await nextTurn()
    const read = callOf(deps, of, answer, { at, mayBeCut, isFirst: calls.length === 0 })
    if (typeof read !== 'string') {
      const { otherFilter } = read
      const call = { ...read.call, edition: await deps.revisions.stamp(read.call.edition) }
      const units = await otherUnits(deps.ledger, of.name, call.edition)
      if (units !== null) return { kind: 'refused', refusal: deps.unusable.start(pausedName(of.name), units, mark) }
      const refusal =
        deps.lensDoubts.judge(call.name, otherFilter) ??
        (await deps.homeCurrency.judge(call.name, call.edition.currency))
      if (refusal !== null) return { kind: 'refused', refusal }
      calls.push(call)
      if (read.isTold) told.push(call.name.as_of)
    } else {
      return notUsable(deps, of.name, mark, `${label}: ${read}`)
    }
  }
  deps.unusable.end(pausedName(of.name))
  deps.unusable.end(pausedIn(of.name))
  const keep = async () => {
    for (const call of calls) {
      // Writing a period takes as long as one turn may.
      await nextTurn()
      await deps.ledger.commit(call)
    }
    await note(told, says === null)
  }
  const [first] = calls
  if (first === undefined) {
    deps.unusable.end(request)
    await note([], says === null)
    return { kind: 'bought' }
  }
  const done = await deps.writer.write(first, async () => {
    await keep()
    await deps.pauses.noteServed(of.name.resolution)
    await deps.refusedMonths.noteSold(calls.map(({ name }) => name.as_of))
  })
  deps.log.info({ ...of.name, periods: calls.length, rows: first.rows }, 'bought a history')
  if (done.kind !== 'written') return { kind: 'refused', refusal: LEDGER_UNREACHABLE, written: done.written }
  if (told.length === 0) return { kind: 'refused', refusal: deps.unusable.start(request, CUT_SHORT, mark) }
  deps.unusable.end(request)
  return { kind: 'bought' }
}

/** Returns one period as a call that was answered, or why it cannot be used. */
function callOf(
  { cutDoubts, latest }: SpanDeps,
  { name, selector, asked, isListDoubtful = false }: HistoryOf,
  cut: CutAnswer,
  { at, mayBeCut, isFirst }: { at: Date; mayBeCut: boolean; isFirst: boolean },
): { readonly call: BoughtCall; readonly otherFilter: OtherFilter | null; readonly isTold: boolean } | string {
  if (cut.kind === 'invalid') return cut.reason
  const as_of = parseAsOf(cut.edition.as_of)
  if (as_of === null) return `as_of '${cut.edition.as_of}' is not the first day of a month`
  const now = latest()
  if (isToCome(as_of, now) || (isEarly(as_of, now) && as_of > name.as_of)) return `as_of '${as_of}' lies in the future`
  const isList = selector.kind === 'cells' && selector.cells.length > 1
  if (isListDoubtful && isList && !isListUnderstood(selector.cells, cut)) {
    return 'the answer does not show that the whole list of cells was read'
  }
  const told = cutDoubts.surelyTold(cut)
  const call = {
    id: randomUUID(),
    name: { ...name, as_of },
    edition: cut.edition,
    slices: told ?? [],
    at,
    rows: cut.rows,
    ...(!isFirst && { isCountedElsewhere: true }),
  }
  // Part of a month's cells must not pass for all of them.
  const isTold = told !== null && (!mayBeCut || told === cut.slices || countFigures(told) === countCells(asked.slices))
  return { call, otherFilter: cut.otherFilter, isTold }
}

function countFigures(slices: readonly BoughtSlice[]): number {
  return slices.reduce((sum, { figures }) => sum + figures.length, 0)
}

/**
 * The cells of the area as a call is made for them. A place that is listed in full has a row for each cell that has
 * figures; the border of another area may be drawn elsewhere by the service.
 */
export async function askedOfArea({ scope }: Area, selector: Selector): Promise<HistoryOf['asked']> {
  const whole = [...scope.cells.keys()].map((parent): Slice => ({ parent, first: 0, cells: tileCells(parent) }))
  const slices = await inTurns(withinScope(whole, scope))
  return { slices, areRowsAll: selector.kind !== 'cells' && scope.shape?.kind !== 'place' }
}
