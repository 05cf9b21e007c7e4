import { useQuery } from '@tanstack/react-query'
import { SPENDING_MODES, type SpendingMode } from '../../contract/proxy-api.ts'
import { useSpendingChoice } from '../state/spending-choice.ts'
import { meterOptions } from './meter.ts'

/** The stricter of two modes: only what is held, before asking first, before buying. */
export function stricterMode(a: SpendingMode, b: SpendingMode): SpendingMode {
  return SPENDING_MODES.indexOf(a) > SPENDING_MODES.indexOf(b) ? a : b
}

/**
 * The mode in force: the viewer's own, never looser than the operator's. Null until the operator's is known; where it
 * cannot be, the viewer's counts, and the proxy refuses what it does not allow.
 */
export function useSpendingMode(): SpendingMode | null {
  const { data, isPending } = useQuery(meterOptions)
  const choice = useSpendingChoice((state) => state.choice)
  if (isPending) return null
  return stricterMode(data?.spending.mode ?? 'buy', choice)
}
