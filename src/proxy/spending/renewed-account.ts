import { z } from 'zod'
import { isLaterCycle, type MeterReader } from './meter.ts'

/** What `/usage` said at a refusal: when the allowance has another size or a later end, the account was renewed. */
export const accountSchema = z.object({ limit: z.number().nullable(), resets_at: z.string().nullable().default(null) })
export type Account = z.infer<typeof accountSchema>

export async function readAccount(meter: Pick<MeterReader, 'allowance'>): Promise<Account> {
  const { limit, resetsAt } = await meter.allowance()
  return { limit, resets_at: resetsAt }
}

/** Reads it again: what a refusal's own headers say need not be what `/usage` says. */
export function readAccountNow(meter: Pick<MeterReader, 'allowance' | 'lookAgain'>): Promise<Account> {
  meter.lookAgain()
  return readAccount(meter)
}

export function isRenewed(before: Account | undefined, now: Account): boolean {
  if (before === undefined) return false
  const isOther = now.limit !== null && before.limit !== null && now.limit !== before.limit
  return isOther || isLaterCycle(now.resets_at, before.resets_at)
}
