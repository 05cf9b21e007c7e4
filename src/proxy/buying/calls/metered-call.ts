import type { Refusal } from '../../../contract/proxy-api.ts'
import { nextLink } from '../../../contract/service/linked-page.ts'
import type { Circle } from '../../../domain/distance.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { isToCome, parseAsOf } from '../../../domain/period.ts'
import { statsTarget } from '../../planning/calls/stats-target.ts'
import type { CutAnswer } from '../../tiles/cut-answer.ts'
import type { Admit, Withheld } from '../../upstream/asking.ts'
import { type Failure, isBlocked, isOfAnswer, type ReadBytes } from '../../upstream/connection/service-answer.ts'
import { BLANK_SIGN } from '../doubts/absence-answers.ts'
import { groundName, kindName, lensName, UNUSABLE_ANSWER } from '../doubts/refusal-pauses.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'
import { handleAnswer } from './handle-answer.ts'
import { handleFailure } from './handle-failure.ts'
import { handleRefusal } from './handle-refusal.ts'
import type { CallDeps, CallOutcome, MadeCall } from './made-call.ts'
import { objectionTo } from './objection.ts'
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
  const read = answerReader(deps, made)
  // Its id is its key: a service that knows keys counts it once, whoever repeats it.
  const result = await deps.upstream.stats(statsTarget(call.question, call.selector), read, admit, call.id)
  switch (result.kind) {
    case 'withheld':
      await deps.limits.learn(call.size, risk, { kind: 'nothing' })
      return result
    case 'failed': {
      const outcome = await handleFailure(deps, result.failure, made, lengthMark)
      return outcome.kind === 'refused'
        ? refuseFailed(deps, result.failure, made, outcome)
        : broken(deps, made, outcome)
    }
    case 'refused': {
      const outcome = await handleRefusal(deps, result.refusal, made)
      if (result.refusal.status >= 500) return broken(deps, made, outcome)
      if (outcome.kind === 'refused' && isBlocked(result.refusal) && outcome.ground === undefined) {
        deps.unusable.start(lensName(name), outcome.refusal, made.mark)
      }
      await deps.openCalls.end(name, call.id)
      return outcome
    }
    case 'ok':
      deps.unusable.end(lensName(name))
      deps.refusedKinds.end(kindName(name))
      if (result.value.cut.rows > 0) deps.absences.noteFigures()
      return handleAnswer(deps, result.value, made, admit)
  }
}

/** Returns what reads and cuts the answer to a call; it rejects where nobody can use the answer, which is a fault. */
function answerReader(
  deps: CallDeps,
  { name, call }: MadeCall,
): ReadBytes<{ at: Date; cut: Extract<CutAnswer, { kind: 'ok' }> }> {
  const words = deps.filterWords(name.lens)
  const { selector, size, slices } = call
  return async (body, headers) => {
    const at = deps.clock()
    const asked = {
      sent: selector.kind === 'circle' ? selector : undefined,
      ...name,
      slices,
      circle: await uncertainCircle(deps, call),
      isList: selector.kind === 'cells' && size.count > 1,
      listedFor: selector.kind === 'place' ? name.as_of : undefined,
      hasNextPage: nextLink(headers) !== null,
      words: await words,
    }
    const cut = await deps.computing.readAnswer(body, asked, at)
    if (cut.kind === 'invalid') throw new Error(cut.reason)
    const label = parseAsOf(cut.edition.as_of)
    if (label !== null && isToCome(label, deps.latest())) throw new Error(`as_of '${label}' lies in the future`)
    return { at, cut }
  }
}

/** Returns the circle of a call whose answer has to show what it covers. */
async function uncertainCircle({ limits }: CallDeps, { selector }: BegunCall): Promise<Circle | undefined> {
  return selector.kind === 'circle' && (await limits.areCirclesUnsure()) ? selector : undefined
}

/** Refuses the tiles of a call without a usable answer. Several in a row pause purchases: each may have been charged. */
async function refuseFailed(
  deps: CallDeps,
  failure: Failure,
  made: MadeCall,
  refused: Extract<CallOutcome, { kind: 'refused' }>,
): Promise<CallOutcome> {
  const { name, mark } = made
  // Too long even at its shortest, so something in front of the service refuses every call.
  const isTooLong = failure.code === 'url_too_long'
  if (!isTooLong && !isOfAnswer(failure)) return broken(deps, made, refused)
  const told = isTooLong ? refused.refusal : UNUSABLE_ANSWER
  if (failure.isBlank === true) return refuseBlank(deps, made, told)
  const refusal = deps.unusable.start(lensName(name), told, mark)
  return broken(deps, made, { kind: 'refused', refusal })
}

/** A blank answer may be how the service says that some ground has no figures. */
async function refuseBlank(deps: CallDeps, made: MadeCall, told: Refusal): Promise<CallOutcome> {
  const { name, call, mark } = made
  const parents = parentsOf(call)
  const outcome: CallOutcome = { kind: 'refused', refusal: told, ground: 'refused' }
  if (await deps.absences.note(BLANK_SIGN, name, parents, told)) {
    await deps.openCalls.end(name, call.id)
    return outcome
  }
  for (const parent of parents) deps.unusable.start(groundName(name, parent), told, mark)
  deps.refusedKinds.start(kindName(name), told, mark)
  return broken(deps, made, outcome)
}

/** A call that broke off, or failed in the service, may have been charged. Unless it may be too large, it is made again. */
async function broken(deps: CallDeps, { name, call }: MadeCall, outcome: CallOutcome): Promise<CallOutcome> {
  const isMaybeTooLong = call.selector.kind === 'cells' && deps.limits.lengths.suspected() !== null
  if (outcome.kind === 'resized' || isMaybeTooLong) await deps.openCalls.end(name, call.id)
  else await deps.openCalls.noteBroken(name, call)
  return outcome
}
