import { z } from 'zod'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import { LedgerUnreachable, type LessonLedger } from '../ledger/ledger.ts'
import type { ServiceResult } from '../upstream/connection/service-answer.ts'

/** The parameters that name a call's first and last month. */
export type Labels = Readonly<Record<string, string>>

/** The lesson on how a service reads months: as labels, `2026-11-01`, or as `2026-11`. The interface does not show it. */
const LESSON = 'history month form'
const monthForm = z.enum(['label', 'month'])

const NAMES: readonly string[] = Object.values(HISTORY_PARAMETERS)

/**
 * Makes a call in the form that the service is known to read. Until one was answered, a call whose labels are refused is
 * repeated with months; refused calls are not charged.
 */
export async function inMonthForm<T>(
  ledger: LessonLedger,
  labels: Labels,
  ask: (labels: Labels) => Promise<ServiceResult<T>>,
): Promise<ServiceResult<T>> {
  const known = monthForm.safeParse(await ledger.learned(LESSON)).data ?? null
  const first = await ask(known === 'month' ? asMonths(labels) : labels)
  if (known !== null || Object.keys(labels).length === 0) return first
  if (first.kind === 'ok') await keep(ledger, 'label')
  if (!isOfMonths(first)) return first
  const second = await ask(asMonths(labels))
  if (isOfMonths(second)) return first
  if (second.kind === 'ok') await keep(ledger, 'month')
  return second
}

/** A paid answer must not be lost because the lesson cannot be written: the next one teaches it again. */
async function keep(ledger: LessonLedger, form: z.infer<typeof monthForm>): Promise<void> {
  try {
    await ledger.learn(LESSON, form)
  } catch (error) {
    if (!(error instanceof LedgerUnreachable)) throw error
  }
}

function asMonths(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, label.slice(0, 'yyyy-mm'.length)]))
}

function isOfMonths(result: ServiceResult<unknown>): boolean {
  if (result.kind !== 'refused' || result.refusal.code !== 'invalid_parameter') return false
  return NAMES.includes(result.refusal.parameter ?? '')
}
