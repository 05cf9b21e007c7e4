import { createHash } from 'node:crypto'
import type { Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import { nextLink } from '../../contract/service/linked-page.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import type { HomeCurrency } from '../buying/doubts/home-currency.ts'
import { finalSubject, type RefusalPauses } from '../buying/doubts/refusal-pauses.ts'
import type { FindFilterWords } from '../hints/stated/filter-words.ts'
import type { LessonLedger, TileLedger } from '../ledger/ledger.ts'
import { historyTarget } from '../planning/calls/stats-target.ts'
import type { Pauses } from '../spending/pauses.ts'
import type { AskedCells } from '../tiles/cut-answer.ts'
import type { CutHistory } from '../tiles/packed-history.ts'
import type { Admit } from '../upstream/asking.ts'
import { PERIODS_REFUSED, refusalOf, refusalOfFailure } from '../upstream/connection/refusals.ts'
import {
  isBlocked,
  isOfAnswer,
  type Quota,
  type ReadBytes,
  type ServiceRefusal,
} from '../upstream/connection/service-answer.ts'
import {
  type HistoryOf,
  type KeepDeps,
  keepPeriods,
  notUsable,
  pausedIn,
  pausedName,
  type SpanBought,
} from './keep-periods.ts'
import { inMonthForm, type Labels } from './month-forms.ts'
import type { RefusedMonths } from './refused-months.ts'

/** One call, and what to keep beside its figures: `note` gets the periods that were answered, and whether these are all. */
export interface SpanCall {
  /** The parameters that name the periods; none where the service takes none. */
  readonly labels: Labels
  readonly admit: Admit
  readonly note: (answered: readonly string[], areAll: boolean) => Promise<void>
}

/** Reads histories outside the event loop: one of 20 MB takes a second. */
export interface HistoryComputing {
  /** Rejects when the body is not a history. */
  readHistory(body: Uint8Array, asked: AskedCells, boughtAt: Date): Promise<CutHistory>
}

export interface SpanDeps extends KeepDeps {
  readonly ledger: TileLedger & LessonLedger
  readonly computing: HistoryComputing
  readonly homeCurrency: Pick<HomeCurrency, 'asked' | 'judge'>
  readonly filterWords: FindFilterWords
  readonly refusedKinds: RefusalPauses
  readonly pauses: Pick<Pauses, 'at' | 'isOfPeriods' | 'note' | 'noteServed'>
  readonly refusedMonths: RefusedMonths
  readonly clock: () => Date
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
  const result = await inMonthForm(deps, call.labels, (labels) =>
    deps.upstream.stats(historyTarget(question, of.selector, labels), read, call.admit),
  )
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
      return keepPeriods(deps, of, { ...result.value, question, mark, request: request.one }, call)
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
