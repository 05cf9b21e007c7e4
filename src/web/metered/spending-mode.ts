import { useQuery } from '@tanstack/react-query'
import { SPENDING_MODES, type SpendingMode } from '../../contract/proxy-api.ts'
import { embeddingOptions } from '../free/embedding.ts'
import { useSpendingChoice } from '../state/device/spending-choice.ts'
import { isEmbedded } from '../state/embedded.ts'
import { meterOptions } from './meter.ts'

/** Returns the stricter of two modes: `held-only` before `ask` before `buy`. */
export function stricterMode(a: SpendingMode, b: SpendingMode): SpendingMode {
  return SPENDING_MODES.indexOf(a) > SPENDING_MODES.indexOf(b) ? a : b
}

/**
 * Returns the mode in force: the viewer's own, never looser than the operator's. Null while the operator's is loading.
 * In a frame of another page, nothing is bought unless the operator lets that page spend. If it fails to load, the viewer's counts, and the proxy refuses what it does not allow.
 */
export function useSpendingMode(): SpendingMode | null {
  const { data, failureCount, errorUpdateCount } = useQuery(meterOptions)
  const choice = useSpendingChoice((state) => state.choice)
  const frame = useQuery(embeddingOptions).data
  if (data === undefined && failureCount + errorUpdateCount === 0) return null
  const allowed = isEmbedded && !frame?.may_spend ? 'held-only' : choice
  return stricterMode(data?.spending.mode ?? 'buy', allowed)
}
