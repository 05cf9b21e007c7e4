import { z } from 'zod'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import { hasPassed } from '../../server/work/kept-times.ts'
import { LedgerUnreachable, type LessonLedger } from '../ledger/ledger.ts'
import type { ServiceResult } from '../upstream/connection/service-answer.ts'

/** The parameters that name a call's first and last month. */
export type Labels = Readonly<Record<string, string>>

/** The lesson on how a service reads months: as labels, `2026-11-01`, or as `2026-11`. The interface does not show it. */
const LESSON = 'history month form'
const monthForm = z.object({
  form: z.enum(['label', 'month']),
  /** When the form was accepted first, or both were last refused. */
  at: z.iso.datetime(),
})
type MonthForm = z.infer<typeof monthForm>

const NAMES: readonly string[] = Object.values(HISTORY_PARAMETERS)
/** Milliseconds for which a form is taken as right although months in it are refused: they may not be in the plan. */
const BELIEVED = 86_400_000

/**
 * Makes a call in the form that the service is known to read, labels unless it is known. A call whose months are refused
 * is repeated in the other form, at most once a day where one has been accepted: the service may have been upgraded.
 * Refused calls are not charged.
 */
export async function inMonthForm<T>(
  { ledger, clock }: { ledger: LessonLedger; clock: () => Date },
  labels: Labels,
  ask: (labels: Labels) => Promise<ServiceResult<T>>,
): Promise<ServiceResult<T>> {
  const known = monthForm.safeParse(await ledger.learned(LESSON)).data ?? null
  const form = known?.form ?? 'label'
  const note = (accepted: MonthForm['form']) => keep(ledger, { form: accepted, at: clock().toISOString() })
  const first = await ask(written(labels, form))
  if (Object.keys(labels).length === 0) return first
  if (first.kind === 'ok' && known === null) await note(form)
  if (!isOfMonths(first) || (known !== null && !hasPassed(known.at, BELIEVED, clock()))) return first
  const other = form === 'label' ? 'month' : 'label'
  const second = await ask(written(labels, other))
  if (second.kind === 'ok') await note(other)
  if (!isOfMonths(second)) return second
  if (known !== null) await note(form)
  return first
}

/** A paid answer must not be lost because the lesson cannot be written: the next one teaches it again. */
async function keep(ledger: LessonLedger, lesson: MonthForm): Promise<void> {
  try {
    await ledger.learn(LESSON, lesson)
  } catch (error) {
    if (!(error instanceof LedgerUnreachable)) throw error
  }
}

function written(labels: Labels, form: MonthForm['form']): Labels {
  return form === 'label' ? labels : asMonths(labels)
}

function asMonths(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, label.slice(0, 'yyyy-mm'.length)]))
}

function isOfMonths(result: ServiceResult<unknown>): boolean {
  if (result.kind !== 'refused' || result.refusal.code !== 'invalid_parameter') return false
  return NAMES.includes(result.refusal.parameter ?? '')
}
