import type { Logger } from 'pino'
import { LIST_STYLES } from '../../contract/assumptions.ts'
import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { nextTurn } from '../../server/work/turns.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { PeriodFinder } from '../hints/period-finder.ts'
import type { PeriodRevisions } from '../hints/period-revisions.ts'
import type { BoughtCall, LookupLedger, TileLedger } from '../ledger/ledger.ts'
import type { Risk } from '../lessons/call-risk.ts'
import { LEAST_BYTES } from '../lessons/length-search.ts'
import { statsTarget } from '../planning/stats-target.ts'
import type { MeterReader } from '../spending/meter.ts'
import { type AskedCells, type CutAnswer, isListUnderstood } from '../tiles/cut-answer.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'
import type { Admit, Withheld } from '../upstream/asking.ts'
import { LEDGER_UNREACHABLE, ownRefusal, refusalOf, refusalOfFailure } from '../upstream/refusals.ts'
import type { Failure, ServiceRefusal } from '../upstream/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { AnswerWriter } from './answer-writer.ts'
import type { CallLimits } from './call-limits.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'
import type { LengthVerdict } from './length-doubts.ts'
import { CELLS_OF_CHECK, checkListStyle } from './list-check.ts'
import { type Emptiness, MANY_LISTED } from './list-doubts.ts'
import type { BegunCall, OpenCalls } from './open-calls.ts'

/** What one metered call means for the tiles it was made for, once its `ServiceResult` is read and written. */
export type CallOutcome =
  | { kind: 'bought'; call: BoughtCall; tiles: StoredTile[] }
  /** A limit was learned: plan the same cells again. */
  | { kind: 'resized' }
  /** The service did not read the whole list, so nothing was kept. Plan the same cells again. */
  | { kind: 'unread' }
  | { kind: 'refused'; refusal: Refusal }
  /** The paid response could not be written yet; `written` resolves once it is. */
  | { kind: 'unwritten'; refusal: Refusal; written: Promise<void> }

/** Reads answers outside the event loop, because those of 100,000 cells take a second. */
export interface AnswerComputing {
  /** Rejects when the body is not a metered answer. */
  readAnswer(body: Uint8Array, asked: AskedCells, boughtAt: Date): Promise<CutAnswer>
}

export interface CallDeps {
  readonly upstream: Upstream
  readonly ledger: TileLedger & LookupLedger
  readonly limits: CallLimits
  readonly openCalls: OpenCalls
  readonly lookups: Lookups
  readonly meter: MeterReader
  readonly period: PeriodFinder
  readonly revisions: Pick<PeriodRevisions, 'named' | 'check'>
  readonly writer: AnswerWriter
  readonly computing: AnswerComputing
  readonly log: Logger
  readonly clock: () => Date
}

/** Makes one planned metered call. Its answer is committed to the ledger before the outcome is returned. */
export async function makeCall(
  deps: CallDeps,
  name: EditionName,
  planned: PlannedCall,
  admit: Admit,
): Promise<CallOutcome> {
  const risk = await deps.limits.begin(planned.size, planned.question.style)
  if (risk === null) return { kind: 'resized' }
  const call = await deps.openCalls.begin(name, planned, risk)
  const outcome = await sendCall(deps, { name, risk, call }, admit)
  if (outcome.kind === 'withheld') await deps.openCalls.end(name, call.id)
  return settled(outcome)
}

/** Repeats, unchanged, a call that was begun before and may have been charged. */
export async function repeatCall(
  deps: CallDeps,
  name: EditionName,
  call: BegunCall,
  admit: Admit,
): Promise<CallOutcome> {
  const risk = call.risk ?? (await deps.limits.begin(call.size, call.question.style))
  if (risk !== null) return settled(await sendCall(deps, { name, risk, call }, admit))
  // It is larger than any size known to be accepted now.
  await deps.openCalls.end(name, call.id)
  return { kind: 'resized' }
}

function settled(outcome: CallOutcome | Withheld): CallOutcome {
  return outcome.kind === 'withheld' ? { ...outcome, kind: 'refused' } : outcome
}

async function sendCall(deps: CallDeps, made: Made, admit: Admit): Promise<CallOutcome | Withheld> {
  const { name, call, risk } = made
  const mark = deps.limits.lengths.mark()
  const read = async (body: Uint8Array) => {
    const at = deps.clock()
    return { at, cut: await deps.computing.readAnswer(body, { ...name, slices: call.slices }, at) }
  }
  // Its id is its key: a service that knows keys counts it once, whoever repeats it.
  const result = await deps.upstream.stats(statsTarget(call.question, call.selector), read, admit, call.id)
  switch (result.kind) {
    case 'withheld':
      await deps.limits.learn(call.size, risk, { kind: 'nothing' })
      return result
    case 'failed':
      return broken(deps, made, await handleFailure(deps, result.failure, made, mark))
    case 'refused': {
      const outcome = await handleRefusal(deps, result.refusal, made)
      if (result.refusal.status >= 500) return broken(deps, made, outcome)
      await deps.openCalls.end(name, call.id)
      return outcome
    }
    case 'ok':
      return handleAnswer(deps, result.value, made, admit)
  }
}

/** A call that broke off, or failed in the service, may have been charged. Unless it may be too large, it is made again. */
async function broken(deps: CallDeps, { name, call }: Made, outcome: CallOutcome): Promise<CallOutcome> {
  const isMaybeTooLong = call.selector.kind === 'cells' && deps.limits.lengths.suspected() !== null
  if (outcome.kind === 'resized' || isMaybeTooLong) await deps.openCalls.end(name, call.id)
  else await deps.openCalls.noteBroken(name, call)
  return outcome
}

/** A call that has been made. */
interface Made {
  readonly name: EditionName
  readonly call: BegunCall
  readonly risk: Risk
}

async function handleAnswer(
  deps: CallDeps,
  { cut, at }: { cut: CutAnswer; at: Date },
  { name, call, risk }: Made,
  admit: Admit,
): Promise<CallOutcome> {
  if (cut.kind === 'invalid') {
    deps.log.error({ ...name, reason: cut.reason }, 'a metered answer cannot be used')
    await deps.limits.learn(call.size, risk, { kind: 'nothing' })
    await deps.openCalls.noteBroken(name, call)
    return { kind: 'refused', refusal: refusalOfFailure({ code: 'invalid_answer', message: cut.reason }) }
  }
  const listed = call.selector.kind === 'cells' && call.size.count > 1 ? call.selector.cells : null
  const isStyleProven = listed !== null && isListUnderstood(listed, cut)
  const as_of = parseAsOf(cut.edition.as_of) ?? name.as_of
  const edition = stamped(cut.edition, deps.revisions.named(as_of))
  const bought = { ...cut, edition, id: call.id, name: { ...name, as_of }, at }
  let isRead: boolean | Refusal | null = listed !== null && !isStyleProven ? null : true
  // Everything that needs the store is inside, because a paid answer waits until the store can be reached.
  const done = await deps.writer.write(bought, async (): Promise<CallOutcome> => {
    // Only once: a check is a call, and asking again would count the response as one more empty one.
    isRead ??= await isListRead(deps, call, await emptinessOf(deps, name, call, cut.rows), admit)
    await deps.limits.learn(call.size, risk, { kind: 'accepted', isStyleProven })
    const outcome = await outcomeOf(deps, bought, isRead)
    await deps.openCalls.end(name, call.id)
    return outcome
  })
  return done.kind === 'written' ? done.value : { ...done, refusal: LEDGER_UNREACHABLE }
}

async function outcomeOf(deps: CallDeps, bought: BoughtCall, isRead: boolean | Refusal): Promise<CallOutcome> {
  if (isRead === true) return (await objection(deps, bought)) ?? keep(deps, bought)
  return isRead === false ? { kind: 'unread' } : { kind: 'refused', refusal: isRead }
}

/** An edition with the revision that `/coverage` names, unless the answer itself names its own. */
export function stamped(edition: Edition, revision: string | null): Edition {
  const { snapshot } = edition
  return revision === null || snapshot.revision != null ? edition : { ...edition, snapshot: { ...snapshot, revision } }
}

/**
 * Returns whether the service read the whole list of a call, after a check if the response leaves it open. If it did
 * not, the other style is checked too, before another list is wasted on it. Returns a refusal if the check failed.
 */
async function isListRead(
  deps: CallDeps,
  { size, question, slices }: PlannedCall,
  emptiness: Emptiness,
  admit: Admit,
): Promise<boolean | Refusal> {
  const [somewhere] = slices.flatMap(({ cells }) => cells)
  const doubt = somewhere === undefined ? null : await deps.limits.doubtOf(emptiness)
  if (somewhere === undefined || doubt === null) return true
  const others = LIST_STYLES.filter((other) => other !== question.style)
  // One row for the first or the last of many cells shows by itself that the others were not read.
  const isShown = doubt === 'unproven' && emptiness.rows === 1 && emptiness.listed >= MANY_LISTED
  if (isShown) {
    deps.log.info({ ...size, style: question.style }, 'only one cell of a list was read')
    await deps.limits.learn(size, 'none', { kind: 'list_checked', style: question.style, isRead: false })
  }
  for (const style of isShown ? others : [question.style, ...others]) {
    const checked = { ...size, count: CELLS_OF_CHECK, bytes: LEAST_BYTES }
    const risk = await deps.limits.begin(checked, style)
    if (risk === null) return false
    const verdict = await checkListStyle(deps.upstream, { ...question, style }, somewhere, admit)
    deps.log.info({ ...size, style, verdict: verdict.kind }, 'checked whether lists are read')
    const isKnown = verdict.kind === 'not_read' || (verdict.kind === 'read' && style === question.style)
    const lesson = { kind: 'list_checked', style, isRead: verdict.kind === 'read' } as const
    await deps.limits.learn(checked, risk, isKnown ? lesson : { kind: 'nothing' })
    if (verdict.kind === 'unknown') return verdict.refusal
    if (verdict.kind === 'read') return style === question.style
  }
  return false
}

async function emptinessOf(
  { ledger }: CallDeps,
  { as_of }: EditionName,
  call: PlannedCall,
  rows: number,
): Promise<Emptiness> {
  const said = await Promise.all(parentsOf(call).map((parent) => ledger.lookup(as_of, parent)))
  const isUnexpected = Object.keys(call.question.lens).length === 0 && said.includes('listings')
  return { rows, listed: call.size.count, isUnexpected }
}

async function keep(deps: CallDeps, call: BoughtCall): Promise<CallOutcome> {
  const tiles = await deps.ledger.commit(call)
  await deps.period.note(call.name.as_of, call.name.resolution)
  // Writing many tiles takes as long as one turn may.
  await nextTurn()
  const filled = call.slices.filter(({ figures }) => figures.some((figure) => figure !== null))
  await deps.lookups.noteFigures(
    call.name,
    filled.map(({ parent }) => parent),
  )
  deps.log.info({ ...call.name, cells: call.slices.length, rows: call.rows, tiles: tiles.length }, 'bought')
  return { kind: 'bought', call, tiles }
}

/** Returns why a readable answer must not be kept; held figures never change, so they must be right. */
async function objection(deps: CallDeps, { name, rows }: BoughtCall): Promise<CallOutcome | null> {
  // An empty answer may be for a period that is not published yet; absence would then be kept for ever.
  if (rows > 0 || (await isPeriodServed(deps, name.as_of))) return null
  const message = 'The statistics service names no current period and had no figures here; nothing was kept.'
  return { kind: 'refused', refusal: ownRefusal('no_period', message) }
}

async function isPeriodServed(deps: CallDeps, as_of: AsOf): Promise<boolean> {
  if (await deps.ledger.isPeriodKnown(as_of)) return true
  const found = await deps.period.current()
  if (found.kind === 'ok' && found.isPresumed) {
    deps.period.doubt()
    return false
  }
  // A service without a period may answer under the label of a month to come, but not of one that it has left behind.
  return found.kind === 'ok' && found.as_of !== null && as_of <= found.as_of
}

async function handleRefusal(
  deps: CallDeps,
  refusal: ServiceRefusal,
  { name, call, risk }: Made,
): Promise<CallOutcome> {
  const { size, question } = call
  const about = { ...name, ...size, code: refusal.code, service_request_id: refusal.request_id }
  if (refusal.code === 'too_many_hexes' && size.count > 1) {
    deps.log.info(about, 'the cell budget was learned')
    await deps.limits.learn(size, risk, { kind: 'too_many', named: refusal.limit })
    return { kind: 'resized' }
  }
  if (isAboutStyle(refusal, call)) {
    const refused = { style: question.style, isNamed: refusal.parameter === 'h3' }
    if (await deps.limits.learnStyle(size, risk, refused)) {
      deps.log.info({ ...about, style: question.style }, 'the list style changed')
      return { kind: 'resized' }
    }
  } else await deps.limits.learn(size, risk, { kind: 'nothing' })
  deps.log.warn(about, 'a metered call was refused')
  return { kind: 'refused', refusal: refusalOf(refusal) }
}

/** True when a refusal may mean that the service does not understand the list style. */
function isAboutStyle({ code, parameter }: ServiceRefusal, { selector, size, question }: PlannedCall): boolean {
  if (selector.kind !== 'cells' || size.count < 2) return false
  // If the refusal names no parameter, the cause may be a filter or a currency.
  const isBare = Object.keys(question.lens).length === 0 && question.currency === undefined
  const mayBeList = parameter === 'h3' || (parameter === null && isBare)
  return (
    (code === 'invalid_parameter' && mayBeList) || (code === 'malformed_request' && (mayBeList || parameter === null))
  )
}

async function handleFailure(
  deps: CallDeps,
  failure: Failure,
  { name, call, risk }: Made,
  mark: number,
): Promise<CallOutcome> {
  const { size } = call
  const about = { ...name, ...size, ...failure }
  const verdict = await judgeLength(deps, failure, call, mark)
  const isBelieved = verdict.kind === 'believed'
  await deps.limits.learn(size, risk, isBelieved ? { kind: 'too_long', bytes: verdict.from } : { kind: 'nothing' })
  if (verdict.kind !== 'nothing') {
    deps.log.info({ ...about, verdict }, 'a list may be longer than the service accepts')
    return { kind: 'resized' }
  }
  deps.log.warn(about, 'a metered call failed')
  return { kind: 'refused', refusal: refusalOfFailure(failure) }
}

// Some servers reset the connection where others return 414. A break after the response head is not about the length.
async function judgeLength(
  { limits, upstream }: CallDeps,
  { code, isAfterHead }: Failure,
  { selector, size }: PlannedCall,
  mark: number,
): Promise<LengthVerdict> {
  if (selector.kind !== 'cells' || size.count < 2) return { kind: 'nothing' }
  if (code === 'url_too_long') return limits.lengths.judge(size.bytes, 'refused', mark)
  if (code !== 'reset' || isAfterHead || !(await upstream.isAlive())) return { kind: 'nothing' }
  return limits.lengths.judge(size.bytes, 'broken', mark)
}
