import type { Refusal } from '../../../contract/proxy-api.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import type { BoughtCall } from '../../ledger/ledger.ts'
import { type BoughtSlice, type CutAnswer, isListUnderstood } from '../../tiles/cut-answer.ts'
import type { Admit } from '../../upstream/asking.ts'
import { CUT_SHORT, LEDGER_UNREACHABLE, ownRefusal } from '../../upstream/connection/refusals.ts'
import { groundName, requestName } from '../doubts/refusal-pauses.ts'
import { parentsOf } from './call-planner.ts'
import { emptinessOf, isListRead } from './is-list-read.ts'
import type { CallDeps, CallOutcome, MadeCall } from './made-call.ts'
import { otherUnits } from './other-units.ts'
import { stillListed } from './still-listed.ts'

/** Writes a paid answer to the ledger, waiting until the store can be reached, unless it must not be kept. */
export async function handleAnswer(
  deps: CallDeps,
  { cut: read, at }: { cut: Extract<CutAnswer, { kind: 'ok' }>; at: Date },
  made: MadeCall,
  admit: Admit,
): Promise<CallOutcome> {
  const { name, call, risk } = made
  const cut = { ...read, slices: await stillListed(deps.listCells, name, call, read.slices) }
  const isOfOther = cut.isOfOtherCircle === true || cut.slices !== read.slices
  const listed = call.selector.kind === 'cells' && call.size.count > 1 ? call.selector.cells : null
  const isStyleProven = listed !== null && isListUnderstood(listed, cut)
  const as_of = parseAsOf(cut.edition.as_of) ?? name.as_of
  const edition = await deps.revisions.stamp(cut.edition)
  const bought = { ...cut, edition, id: call.id, name: { ...name, as_of }, at }
  // Figures of another lens show nothing about the cells of this one, so no check is spent on them.
  const otherLens = deps.lensDoubts.judge(name, cut.otherFilter)
  let isRead: boolean | Refusal | null = otherLens ?? (listed !== null && !isStyleProven ? null : true)
  let told: readonly BoughtSlice[] | null | undefined
  let currency: Refusal | 'right' | undefined
  // Everything that needs the store is inside, because a paid answer waits until the store can be reached.
  const done = await deps.writer.write(bought, async (): Promise<CallOutcome> => {
    // Only once: a check is a call, and asking again would count the response as one more empty one.
    isRead ??= await isListRead(deps, call, await emptinessOf(deps, name, call, cut.rows), admit)
    if (told === undefined) told = deps.cutDoubts.surelyTold(cut)
    await deps.limits.learn(call.size, risk, isRead === true ? { kind: 'accepted', isStyleProven } : { kind: 'unread' })
    // What brought nothing of the cells that it covers would bring nothing again.
    const isInVain = call.selector.kind === 'circle' && cut.slices.length > 0 && told?.length === 0
    deps.selectorDoubts.noteTaken(call)
    if (isOfOther || isInVain) deps.selectorDoubts.noteOther(name, call, parentsOf(call))
    if (cut.circle !== undefined) await deps.limits.learnCircle(cut.circle)
    currency ??= (await deps.homeCurrency.judge(bought.name, edition.currency, parentsOf(call))) ?? 'right'
    const refusal = currency === 'right' ? await whyNotKept(deps, made, bought, told) : currency
    const outcome: CallOutcome =
      refusal === null
        ? await outcomeOf(deps, { ...bought, slices: told ?? [] }, isRead)
        : {
            kind: 'refused',
            refusal,
            ...(currency !== 'right' && deps.homeCurrency.objection(name) === null && { ground: 'refused' }),
          }
    await deps.openCalls.end(name, call.id)
    return outcome.kind === 'bought' ? { ...outcome, isShort: cut.circle?.isShort === true } : outcome
  })
  return done.kind === 'written' ? done.value : { ...done, refusal: LEDGER_UNREACHABLE }
}

/** Returns why nothing of an answer may be kept, and pauses purchases of its ground; null when it may be kept. */
async function whyNotKept(
  deps: CallDeps,
  { name, call, mark }: MadeCall,
  bought: BoughtCall,
  told: readonly BoughtSlice[] | null,
): Promise<Refusal | null> {
  const grounds = parentsOf(call).map((parent) => groundName(name, parent))
  const units = await otherUnits(deps.ledger, bought.name, bought.edition)
  if (units !== null) for (const ground of grounds) deps.groundDoubts.start(ground, units, mark)
  else if (told === null) for (const ground of grounds) deps.refusedGround.start(ground, CUT_SHORT, mark)
  return units ?? (told === null ? CUT_SHORT : null)
}

async function outcomeOf(deps: CallDeps, bought: BoughtCall, isRead: boolean | Refusal): Promise<CallOutcome> {
  if (isRead === true) return (await objection(deps, bought)) ?? keep(deps, bought)
  return isRead === false ? { kind: 'unread' } : { kind: 'refused', refusal: isRead }
}

async function keep(deps: CallDeps, call: BoughtCall): Promise<CallOutcome> {
  const tiles = await deps.ledger.commit(call)
  const parents = [...new Set(call.slices.map(({ parent }) => parent))]
  await deps.period.note(call.name.as_of, call.name, parents)
  // Writing many tiles takes as long as one turn may.
  await nextTurn()
  for (const parent of parents) {
    deps.unusable.end(groundName(call.name, parent))
    deps.refusedGround.end(groundName(call.name, parent))
    deps.refusedGround.end(requestName(call.name, parent))
  }
  const filled = call.slices.filter(({ figures }) => figures.some((figure) => figure !== null))
  await deps.lookups.noteFigures(
    call.name,
    filled.map(({ parent }) => parent),
  )
  const edition = (await deps.ledger.edition(call.name)) ?? call.edition
  const { varies } = edition
  deps.log.info({ ...call.name, cells: call.slices.length, rows: call.rows, tiles: tiles.length, varies }, 'bought')
  return { kind: 'bought', call: { ...call, edition }, tiles }
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
  const found = await deps.period.searched()
  if (found.kind === 'ok' && found.isPresumed) {
    deps.period.doubt()
    return false
  }
  // A service without a period may answer under the label of a month to come, but not of one that it has left behind.
  return found.kind === 'ok' && found.as_of !== null && as_of <= found.as_of
}
