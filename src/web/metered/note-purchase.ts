import type { Query, QueryClient } from '@tanstack/react-query'
import type { HistoryAnswer } from '../../contract/history.ts'
import type { Meter } from '../../contract/proxy-api.ts'
import { meterOptions } from './meter.ts'
import { reviewScales } from './scales.ts'

/**
 * Keeps the meter that came with a purchase, and asks again for what the bought figures may change: classes, and what is
 * missing of histories.
 */
export function notePurchase(client: QueryClient, meter: Meter): void {
  client.setQueryData(meterOptions.queryKey, meter)
  void reviewScales(client)
  const isWanting = ({ state }: Query) => (state.data as HistoryAnswer | undefined)?.calls !== 0
  void client.invalidateQueries({ queryKey: ['history'], predicate: isWanting })
}
