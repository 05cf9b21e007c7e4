import type { Refusal } from '../../../contract/proxy-api.ts'
import { LIST_STYLES } from '../../../contract/service/assumptions.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { LEAST_BYTES } from '../../lessons/length-search.ts'
import type { Admit } from '../../upstream/asking.ts'
import { CELLS_OF_CHECK, checkListStyle } from '../doubts/list-check.ts'
import type { Emptiness } from '../doubts/list-doubts.ts'
import { type PlannedCall, parentsOf } from './call-planner.ts'
import type { CallDeps } from './made-call.ts'

export type ListCheckDeps = Pick<CallDeps, 'upstream' | 'limits' | 'log'>

/**
 * Returns whether the service read the whole list of a call, after a check if the response leaves it open. If it did
 * not, the other style is checked too, before another list is wasted on it. Returns a refusal if the check failed.
 */
export async function isListRead(
  deps: ListCheckDeps,
  { size, question, slices }: Pick<PlannedCall, 'size' | 'question' | 'slices'>,
  emptiness: Emptiness,
  admit: Admit,
): Promise<boolean | Refusal> {
  const [somewhere] = slices.flatMap(({ cells }) => cells)
  const doubt = somewhere === undefined ? null : await deps.limits.doubtOf(emptiness)
  if (somewhere === undefined || doubt === null) return true
  const others = LIST_STYLES.filter((other) => other !== question.style)
  // One row for the first or the last of many cells is no proof: beside the sea, circles leave such cells to a list.
  for (const style of [question.style, ...others]) {
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

/** Returns how little a response of `rows` rows shows, and whether figures were expected. */
export async function emptinessOf(
  { ledger }: CallDeps,
  { as_of }: EditionName,
  call: PlannedCall,
  rows: number,
): Promise<Emptiness> {
  const said = await Promise.all(parentsOf(call).map((parent) => ledger.lookup(as_of, parent)))
  const isUnexpected = Object.keys(call.question.lens).length === 0 && said.includes('listings')
  return { rows, listed: call.size.count, isUnexpected }
}
