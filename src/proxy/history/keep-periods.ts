import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { ListStyle } from '../../contract/service/assumptions.ts'
import type { OtherFilter } from '../../contract/service/filters/applied-filters.ts'
import type { EditionName } from '../../domain/edition.ts'
import { isEarly, isToCome, parseAsOf } from '../../domain/period.ts'
import { nextTurn } from '../../server/work/turns.ts'
import type { AnswerWriter } from '../buying/calls/answer-writer.ts'
import { isListRead, type ListCheckDeps } from '../buying/calls/is-list-read.ts'
import { otherUnits } from '../buying/calls/other-units.ts'
import type { CutDoubts } from '../buying/doubts/cut-doubts.ts'
import type { HomeCurrency } from '../buying/doubts/home-currency.ts'
import type { LensDoubts } from '../buying/doubts/lens-doubts.ts'
import { type RefusalPauses, UNUSABLE_ANSWER } from '../buying/doubts/refusal-pauses.ts'
import type { PeriodRevisions } from '../hints/periods/period-revisions.ts'
import type { BoughtCall, TileLedger } from '../ledger/ledger.ts'
import { callSize } from '../planning/calls/call-size.ts'
import type { Selector } from '../planning/calls/plan.ts'
import type { StatsQuestion } from '../planning/calls/stats-target.ts'
import type { Pauses } from '../spending/pauses.ts'
import { type AskedCells, type BoughtSlice, type CutAnswer, isListUnderstood } from '../tiles/cut-answer.ts'
import { inHeldUnit } from '../tiles/held-unit.ts'
import type { CutHistory } from '../tiles/packed-history.ts'
import { countCells } from '../tiles/slice.ts'
import type { Admit } from '../upstream/asking.ts'
import { CUT_SHORT, LEDGER_UNREACHABLE, ownRefusal } from '../upstream/connection/refusals.ts'
import type { RefusedMonths } from './refused-months.ts'

/** The cells and the figures whose history is wanted. */
export interface HistoryOf {
  readonly name: EditionName
  readonly selector: Selector
  /** How the service wants lists to be written. */
  readonly style: ListStyle
  /** The cells that the call is made for, and whether only those with a row are known by its answer. */
  readonly asked: Pick<AskedCells, 'slices' | 'areRowsAll'>
  /** True where it must be shown that the service reads whole lists, because no answer has shown it so far. */
  readonly isListDoubtful?: boolean | undefined
}

export type SpanBought =
  | { readonly kind: 'bought' }
  /** The service answers for fewer cells at once; `limit` is its own number where it names one. */
  | { readonly kind: 'too_many'; readonly limit: number | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly written?: Promise<void> }

export interface KeepDeps extends ListCheckDeps {
  readonly ledger: TileLedger
  readonly writer: AnswerWriter
  readonly cutDoubts: CutDoubts
  readonly homeCurrency: Pick<HomeCurrency, 'judge'>
  readonly lensDoubts: LensDoubts
  readonly unusable: RefusalPauses
  readonly revisions: Pick<PeriodRevisions, 'stamp'>
  readonly pauses: Pick<Pauses, 'noteServed'>
  readonly refusedMonths: Pick<RefusedMonths, 'noteSold'>
  readonly log: Logger
  /** The clock that tells which months have not begun. */
  readonly latest: () => Date
}

/** A paid history, as it was read. */
interface PaidHistory extends CutHistory {
  readonly question: StatsQuestion
  readonly at: Date
  /** When it was asked for, as the pauses mark it. */
  readonly mark: number
  /** The name under which the request is paused. */
  readonly request: string
}

/** What to keep beside the figures: `note` gets the periods that were answered, and whether these are all. */
interface KeepHow {
  readonly admit: Admit
  readonly note: (answered: readonly string[], areAll: boolean) => Promise<void>
}

/** One period of a history. `isTold`: all its cells are known from it. */
interface ReadPeriod {
  readonly call: BoughtCall
  readonly otherFilter: OtherFilter | null
  readonly isTold: boolean
}

const UNREAD = ownRefusal(
  'costs_more',
  'The statistics service read only one cell of a list, so the history takes other calls. Look at the cost again.',
)

/** Writes the periods of a paid history to the ledger, waiting until the store can be reached. */
export async function keepPeriods(
  deps: KeepDeps,
  of: HistoryOf,
  paid: PaidHistory,
  { admit, note }: KeepHow,
): Promise<SpanBought> {
  const { periods, says, mark, request } = paid
  const read: ReadPeriod[] = []
  for (const { label, answer, mayBeCut } of periods) {
    await nextTurn()
    const period = readPeriod(deps, of, answer, { at: paid.at, mayBeCut, isFirst: read.length === 0 })
    if (typeof period === 'string') return notUsable(deps, of.name, mark, `${label}: ${period}`)
    read.push(period)
  }
  const told = read.flatMap(({ call, isTold }) => (isTold ? [call.name.as_of] : []))
  const [first] = read
  if (first === undefined) {
    endPauses(deps, of.name)
    deps.unusable.end(request)
    await note([], says === null)
    return { kind: 'bought' }
  }
  let isRead: boolean | Refusal | null = null
  // Everything that needs the store is inside, because a paid answer waits until the store can be reached.
  const done = await deps.writer.write(first.call, async (): Promise<SpanBought> => {
    // Only once: a check is a call.
    isRead ??= await wasListRead(deps, of, { ...paid, read }, admit)
    if (isRead !== true) return { kind: 'refused', refusal: isRead || UNREAD }
    const refusal = await whyNotKept(deps, of.name, read, mark)
    if (refusal !== null) return { kind: 'refused', refusal }
    // The changes over time compare them with the newest figures.
    const now = await deps.ledger.edition(of.name)
    for (const { call } of read) {
      // Writing a period takes as long as one turn may.
      await nextTurn()
      await deps.ledger.commit(inHeldUnit(now, { ...call, edition: await deps.revisions.stamp(call.edition) }))
    }
    await note(told, says === null)
    await deps.pauses.noteServed(of.name.resolution)
    await deps.refusedMonths.noteSold(read.map(({ call }) => call.name.as_of))
    deps.log.info({ ...of.name, periods: read.length, rows: first.call.rows }, 'bought a history')
    endPauses(deps, of.name)
    if (told.length === 0) return { kind: 'refused', refusal: deps.unusable.start(request, CUT_SHORT, mark) }
    deps.unusable.end(request)
    return { kind: 'bought' }
  })
  return done.kind === 'written' ? done.value : { kind: 'refused', refusal: LEDGER_UNREACHABLE, written: done.written }
}

function endPauses({ unusable }: KeepDeps, name: EditionName): void {
  for (const paused of [pausedName(name), pausedIn(name)]) unusable.end(paused)
}

/** Returns whether the whole list was read, after a check if no period shows it; or why that could not be checked. */
async function wasListRead(
  deps: KeepDeps,
  { selector, asked, isListDoubtful = false }: HistoryOf,
  { periods, question, read }: PaidHistory & { read: readonly ReadPeriod[] },
  admit: Admit,
): Promise<boolean | Refusal> {
  if (!isListDoubtful || selector.kind !== 'cells' || selector.cells.length < 2) return true
  const { cells } = selector
  const size = callSize({ selector, slices: asked.slices }, question)
  if (periods.some(({ answer }) => answer.kind === 'ok' && isListUnderstood(cells, answer))) {
    await deps.limits.learn(size, 'none', { kind: 'list_checked', style: question.style, isRead: true })
    return true
  }
  const rows = Math.max(...read.map(({ call }) => call.rows))
  const emptiness = { rows, listed: cells.length, isUnexpected: false }
  return isListRead(deps, { size, question, slices: asked.slices }, emptiness, admit)
}

/** Returns why none of the periods may be kept; null when they may. */
async function whyNotKept(
  deps: KeepDeps,
  name: EditionName,
  read: readonly ReadPeriod[],
  mark: number,
): Promise<Refusal | null> {
  const editions = read.map(({ call }) => call.edition)
  // A change over time compares them with the newest figures.
  const now = await deps.ledger.edition(name)
  const compared = now === null ? editions : [...editions, now]
  const currencies = new Set(compared.map(({ currency }) => currency.trim().toUpperCase()))
  if (currencies.size > 1) {
    const reason = `the figures are in ${[...currencies].join(' and ')}`
    return notUsable(deps, name, mark, reason, pausedIn(name)).refusal
  }
  for (const { call, otherFilter } of read) {
    const units = await otherUnits(deps.ledger, name, call.edition)
    if (units !== null) return deps.unusable.start(pausedName(name), units, mark)
    const parents = call.slices.map(({ parent }) => parent)
    const refusal =
      deps.lensDoubts.judge(call.name, otherFilter) ??
      (await deps.homeCurrency.judge(call.name, call.edition.currency, parents))
    if (refusal !== null) return refusal
  }
  return null
}

/** Returns one period as a call that was answered, or why it cannot be used. */
function readPeriod(
  { cutDoubts, latest }: KeepDeps,
  { name, asked }: HistoryOf,
  cut: CutAnswer,
  { at, mayBeCut, isFirst }: { at: Date; mayBeCut: boolean; isFirst: boolean },
): ReadPeriod | string {
  if (cut.kind === 'invalid') return cut.reason
  const as_of = parseAsOf(cut.edition.as_of)
  if (as_of === null) return `as_of '${cut.edition.as_of}' is not the first day of a month`
  const now = latest()
  if (isToCome(as_of, now) || (isEarly(as_of, now) && as_of > name.as_of)) return `as_of '${as_of}' lies in the future`
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

/** Names the pause after histories that could not be used. */
export function pausedName({ lens, resolution }: EditionName): string {
  return `history ${resolution} ${lens}`
}

/** Names the pause after figures in a wrong currency; other currencies are not affected. */
export function pausedIn(name: EditionName): string {
  return `${pausedName(name)} in ${name.currency ?? ''}`
}

/** The second in a row starts a pause, because further calls would most likely be charged for nothing too. */
export function notUsable(
  { unusable, log }: Pick<KeepDeps, 'unusable' | 'log'>,
  name: EditionName,
  mark: number,
  reason: string,
  paused = pausedName(name),
): Extract<SpanBought, { kind: 'refused' }> {
  log.error({ ...name, reason }, 'a history cannot be used')
  return { kind: 'refused', refusal: unusable.start(paused, UNUSABLE_ANSWER, mark) }
}
