import type { EditionName } from '../../../domain/edition.ts'
import type { CallLesson } from '../../lessons/learn-from.ts'
import { refusalOf } from '../../upstream/connection/refusals.ts'
import type { ServiceRefusal } from '../../upstream/connection/service-answer.ts'
import { absenceSign } from '../doubts/absence-answers.ts'
import { finalSubject, groundName, kindName, requestName } from '../doubts/refusal-pauses.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'
import type { CallDeps, CallOutcome, MadeCall } from './made-call.ts'

/** Learns from a call that the service refused: a size, or how lists are written. */
export async function handleRefusal(
  deps: CallDeps,
  refusal: ServiceRefusal,
  { name, call, risk, mark }: MadeCall,
): Promise<CallOutcome> {
  const { size, question } = call
  const about = { ...name, ...size, code: refusal.code, service_request_id: refusal.request_id }
  const isTooMany = refusal.code === 'too_many_hexes'
  const lesson: CallLesson = isTooMany ? { kind: 'too_many', named: refusal.limit } : { kind: 'nothing' }
  if (isTooMany && size.count > 1) {
    deps.log.info(about, 'the cell budget was learned')
    deps.limits.lengths.noteTooMany()
    await deps.limits.learn(size, risk, lesson)
    return { kind: 'resized' }
  }
  const told = refusalOf(refusal)
  if (isAboutCurrency(refusal) && (await deps.homeCurrency.leave(name, question.currency ?? null, told, mark))) {
    deps.log.info(about, 'the service takes no currency of this name')
    await deps.limits.learn(size, risk, { kind: 'nothing' })
    return { kind: 'resized' }
  }
  if (isAboutStyle(refusal, call, name)) {
    const refused = { style: question.style, isNamed: refusal.parameter === 'h3' }
    if (await deps.limits.learnStyle(size, risk, refused)) {
      deps.log.info({ ...about, style: question.style }, 'the list style changed')
      return { kind: 'resized' }
    }
  } else await deps.limits.learn(size, risk, lesson)
  if (deps.selectorDoubts.note(name, call, parentsOf(call), refusal)) {
    deps.log.info({ ...about, selector: call.selector.kind }, 'the service does not take this circle or place')
    return { kind: 'resized' }
  }
  deps.log.warn(about, 'a metered call was refused')
  // One cell is the least that can be asked for.
  const subject = isTooMany ? 'request' : finalSubject(refusal)
  const sign = absenceSign(refusal)
  if (sign !== null && (await deps.absences.note(sign, name, parentsOf(call), told))) {
    return { kind: 'refused', refusal: told, ground: 'refused' }
  }
  if (subject !== null) {
    const pausedName = subject === 'ground' ? groundName : requestName
    for (const parent of parentsOf(call)) deps.refusedGround.start(pausedName(name, parent), told, mark)
    if (subject === 'request') deps.refusedKinds.start(kindName(name), told, mark)
  }
  return { kind: 'refused', refusal: told, ...(sign !== null && { ground: 'refused' }) }
}

function isAboutCurrency({ code, parameter }: ServiceRefusal): boolean {
  return code === 'invalid_parameter' && parameter === 'currency'
}

/** True when a refusal may mean that the service does not understand the list style. */
function isAboutStyle(
  { code, parameter }: ServiceRefusal,
  { selector, size, question }: PlannedCall,
  { currency }: EditionName,
): boolean {
  if (selector.kind !== 'cells' || size.count < 2) return false
  // If the refusal names no parameter, the cause may be a filter or a currency.
  const isBare = Object.keys(question.lens).length === 0 && currency === undefined
  const mayBeList = parameter === 'h3' || (parameter === null && isBare)
  return (
    (code === 'invalid_parameter' && mayBeList) || (code === 'malformed_request' && (mayBeList || parameter === null))
  )
}
