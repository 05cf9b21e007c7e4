import type { CallLesson } from '../../lessons/learn-from.ts'
import { refusalOfFailure } from '../../upstream/connection/refusals.ts'
import type { Failure } from '../../upstream/connection/service-answer.ts'
import type { LengthVerdict } from '../doubts/length-doubts.ts'
import type { PlannedCall } from './call-planner.ts'
import type { CallDeps, CallOutcome, MadeCall } from './made-call.ts'

/**
 * From this many cells on, a response that is too long for the proxy shows that the call was too large. With fewer, rows
 * that long are a fault of the service, and a smaller call would not help.
 */
const LEAST_TOO_LARGE = 1_000

/** Learns from a call without a usable response: its list may have been too long. `lengthMark`: when it was sent. */
export async function handleFailure(
  deps: CallDeps,
  failure: Failure,
  { name, call, risk }: MadeCall,
  lengthMark: number,
): Promise<CallOutcome> {
  const { size } = call
  const about = { ...name, ...size, ...failure }
  if (failure.isTooLarge && size.count >= LEAST_TOO_LARGE) {
    await deps.limits.learn(size, risk, { kind: 'too_many', named: null })
    deps.log.info(about, 'an answer of this size has more bytes than the proxy reads')
    return { kind: 'resized' }
  }
  // A circle's target is as short as any: what a gateway calls too large is what it asks for, unless that was accepted.
  const isOfContent = failure.isMaybeTooMany && size.count > 1 && !call.isProven
  const listBytes = call.selector.kind === 'cells' ? size.bytes : null
  const content = isOfContent ? await deps.limits.lengths.judgeContent(lengthMark, listBytes) : 'nothing'
  if (content !== 'nothing') {
    await deps.limits.learn(
      size,
      risk,
      content === 'believed' ? { kind: 'too_many', named: null } : { kind: 'nothing' },
    )
    deps.log.info({ ...about, content }, 'a call may be larger than the service accepts')
    return { kind: 'resized' }
  }
  const verdict = await judgeLength(deps, failure, call, lengthMark)
  const lesson: CallLesson =
    verdict.kind === 'believed'
      ? { kind: 'too_long', bytes: verdict.from, isDoubted: verdict.isDoubted }
      : { kind: 'nothing' }
  await deps.limits.learn(size, risk, lesson)
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
