import type { QueryClient } from '@tanstack/react-query'
import type { Meter } from '../../contract/proxy-api.ts'
import { meterOptions } from './meter.ts'
import { reviewScales } from './scales.ts'

/** Keeps the meter that came with a purchase, and asks again for classes that the bought figures may change. */
export function notePurchase(client: QueryClient, meter: Meter): void {
  client.setQueryData(meterOptions.queryKey, meter)
  void reviewScales(client)
}
