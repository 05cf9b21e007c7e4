import type { Refusal } from '../../../contract/proxy-api.ts'
import { nextLink } from '../../../contract/service/linked-page.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { Circle } from '../../../domain/distance.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { isToCome, parseAsOf } from '../../../domain/period.ts'
import { statsTarget } from '../../planning/calls/stats-target.ts'
import type { CutAnswer } from '../../tiles/cut-answer.ts'
import type { Admit, Withheld } from '../../upstream/asking.ts'
import { isBlocked, isOfAnswer, type ReadBytes } from '../../upstream/connection/service-answer.ts'
import { BLANK_SIGN } from '../doubts/absence-answers.ts'
import { groundName, kindName, requestName, UNUSABLE_ANSWER } from '../doubts/refusal-pauses.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'
import { handleAnswer } from './handle-answer.ts'
import { handleFailure } from './handle-failure.ts'
import { handleRefusal } from './handle-refusal.ts'
import type { CallDeps, CallOutcome, MadeCall } from './made-call.ts'
import type { BegunCall } from './open-calls.ts'

/** Makes one planned metered call. Its answer is committed to the ledger before the outcome is returned. */
export async function makeCall(
  deps: CallDeps,
  name: EditionName,
  planned: PlannedCall,
  admit: Admit,
): Promise<CallOutcome> {
  const objection = await objectionTo(deps, name, planned)
  if (objection !== null) return { kind: 'refused', ...objection }
  const risk = await deps.limits.begin(planned.size, planned.question.style)
  if (risk === null) return { kind: 'resized' }
  const call = await deps.openCalls.begin(name, planned, risk)
  const outcome = await sendCall(deps, { name, risk, call }, admit)
  if (outcome.kind === 'withheld') await deps.openCalls.end(name, call.id)
  return settled(outcome)
}

/** Returns why a call would most likely be charged and bring nothing. */
async function objectionTo(
  deps: CallDeps,
  name: EditionName,
  call: PlannedCall,
): Promise<{ refusal: Refusal; ground?: 'paused' } | null> {
  const { homeCurrency, lensDoubts, unusable, refusedKinds } = deps
  const refusal =
    homeCurrency.objection(name) ??
    lensDoubts.objection(name) ??
    unusable.objection(pausedName(name)) ??
    refusedKinds.objection(kindName(name))
  if (refusal !== null) return { refusal }
  let first: Refusal | null = null
  for (const parent of parentsOf(call)) {
    const ofTile = await objectionToTile(deps, name, parent)
    if (ofTile === null) return null
    first ??= ofTile
  }
  return first && { refusal: first, ground: 'paused' }
}

async function objectionToTile(
  { unusable, refusedGround, groundDoubts, absences, homeCurrency }: CallDeps,
  name: EditionName,
  parent: Cell,
): Promise<Refusal | null> {
  const ground = groundName(name, parent)
  return (
    unusable.objection(ground) ??
    refusedGround.objection(ground) ??
    refusedGround.objection(requestName(name, parent)) ??
    groundDoubts.objection(ground) ??
    (await homeCurrency.objectionToTile(name, parent)) ??
    absences.objection(name, parent)
  )
}

function pausedName({ lens, resolution }: EditionName): string {
  return `${resolution} ${lens}`
}

/** Repeats, unchanged, a call that was begun before and may have been charged. */
export async function repeatCall(
  deps: CallDeps,
  name: EditionName,
  call: BegunCall,
  admit: Admit,
): Promise<CallOutcome> {
  const objection = await objectionTo(deps, name, call)
  if (objection !== null) return { kind: 'refused', ...objection }
  const risk = call.risk ?? (await deps.limits.begin(call.size, call.question.style))
  if (risk !== null) return settled(await sendCall(deps, { name, risk, call }, admit))
  // It is larger than any size known to be accepted now.
  await deps.openCalls.end(name, call.id)
  return { kind: 'resized' }
}

function settled(outcome: CallOutcome | Withheld): CallOutcome {
  return outcome.kind === 'withheld' ? { ...outcome, kind: 'refused' } : outcome
}

async function sendCall(
  deps: CallDeps,
  planned: Omit<MadeCall, 'mark'>,
  admit: Admit,
): Promise<CallOutcome | Withheld> {
  const { name, risk } = planned
  const currency = await deps.homeCurrency.asked(name)
  const call = { ...planned.call, question: { ...planned.call.question, currency } }
  const made = { ...planned, call, mark: deps.unusable.mark() }
  const lengthMark = deps.limits.lengths.mark()
  const words = deps.filterWords(name.lens)
  const read: ReadBytes<{ at: Date; cut: Extract<CutAnswer, { kind: 'ok' }> }> = async (body, headers) => {
    const at = deps.clock()
    const circle = await uncertainCircle(deps, call)
    const isList = call.selector.kind === 'cells' && call.size.count > 1
    const sent = call.selector.kind === 'circle' ? call.selector : undefined
    const asked = {
      sent,
      ...name,
      slices: call.slices,
      circle,
      isList,
      listedFor: call.selector.kind === 'place' ? name.as_of : undefined,
      hasNextPage: nextLink(headers) !== null,
      words: await words,
    }
    const cut = await deps.computing.readAnswer(body, asked, at)
    // A response that nobody can use is a fault.
    if (cut.kind === 'invalid') throw new Error(cut.reason)
    const label = parseAsOf(cut.edition.as_of)
    if (label !== null && isToCome(label, deps.latest())) throw new Error(`as_of '${label}' lies in the future`)
    return { at, cut }
  }
  // Its id is its key: a service that knows keys counts it once, whoever repeats it.
  const result = await deps.upstream.stats(statsTarget(call.question, call.selector), read, admit, call.id)
  switch (result.kind) {
    case 'withheld':
      await deps.limits.learn(call.size, risk, { kind: 'nothing' })
      return result
    case 'failed': {
      const { failure } = result
      const outcome = await handleFailure(deps, failure, made, lengthMark)
      // Too long even at its shortest, so something in front of the service refuses every call.
      const isTooLong = failure.code === 'url_too_long'
      if (outcome.kind !== 'refused' || !(isTooLong || isOfAnswer(failure))) return broken(deps, made, outcome)
      // Several in a row pause purchases: each may have been charged.
      const told = isTooLong ? outcome.refusal : UNUSABLE_ANSWER
      if (failure.isBlank === true) {
        if (await deps.absences.note(BLANK_SIGN, name, parentsOf(call), told)) {
          await deps.openCalls.end(name, call.id)
          return { kind: 'refused', refusal: told, ground: 'refused' }
        }
        for (const parent of parentsOf(call)) deps.unusable.start(groundName(name, parent), told, made.mark)
        deps.refusedKinds.start(kindName(name), told, made.mark)
        return broken(deps, made, { kind: 'refused', refusal: told, ground: 'refused' })
      }
      const refusal = deps.unusable.start(pausedName(name), told, made.mark)
      return broken(deps, made, { kind: 'refused', refusal })
    }
    case 'refused': {
      const outcome = await handleRefusal(deps, result.refusal, made)
      if (result.refusal.status >= 500) return broken(deps, made, outcome)
      if (outcome.kind === 'refused' && isBlocked(result.refusal) && outcome.ground === undefined) {
        deps.unusable.start(pausedName(name), outcome.refusal, made.mark)
      }
      await deps.openCalls.end(name, call.id)
      return outcome
    }
    case 'ok':
      deps.unusable.end(pausedName(name))
      deps.refusedKinds.end(kindName(name))
      if (result.value.cut.rows > 0) deps.absences.noteFigures()
      return handleAnswer(deps, result.value, made, admit)
  }
}

/** Returns the circle of a call whose answer has to show what it covers. */
async function uncertainCircle({ limits }: CallDeps, { selector }: BegunCall): Promise<Circle | undefined> {
  return selector.kind === 'circle' && (await limits.areCirclesUnsure()) ? selector : undefined
}

/** A call that broke off, or failed in the service, may have been charged. Unless it may be too large, it is made again. */
async function broken(deps: CallDeps, { name, call }: MadeCall, outcome: CallOutcome): Promise<CallOutcome> {
  const isMaybeTooLong = call.selector.kind === 'cells' && deps.limits.lengths.suspected() !== null
  if (outcome.kind === 'resized' || isMaybeTooLong) await deps.openCalls.end(name, call.id)
  else await deps.openCalls.noteBroken(name, call)
  return outcome
}
