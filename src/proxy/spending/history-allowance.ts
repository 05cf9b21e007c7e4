import type { HistoryAllowance } from '../../contract/proxy-api.ts'
import type { MeterReader } from './meter.ts'

/** Returns what is left of the allowance for histories; null while the service does not show that it counts them apart. */
export async function readHistoryAllowance(
  meter: Pick<MeterReader, 'group' | 'allowance'>,
): Promise<HistoryAllowance | null> {
  if ((await meter.group()) !== 'history') return null
  const { limit, remaining, resetsAt } = await meter.allowance()
  return { limit, remaining, resets_at: resetsAt }
}
