import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { RateRequest } from '../../contract/currency-rate.ts'
import { parseCurrency } from '../../domain/currency.ts'
import { parseAsOf } from '../../domain/period.ts'
import { findRate, heldRateOptions } from '../free/rates.ts'
import { tileStore } from '../tiles/page-tiles.ts'

/** A rate request under way or failed; a known rate has no entry. */
type RateFinding = { readonly kind: 'asking' } | { readonly kind: 'failed'; readonly error: unknown }

interface RateFindings {
  readonly byRate: Readonly<Record<string, RateFinding>>
}

/** Rate requests of this page by period and currency. */
export const useRateFindings = create<RateFindings>(() => ({ byRate: {} }))

/** The key of a rate request. */
export function rateKey({ as_of, currency }: { as_of: string; currency: string }): string {
  return `${as_of} ${currency}`
}

/** Asks the proxy to find a rate, once at a time. The rate goes to the held rate's query, a failure to the findings. */
export async function askForRate(client: QueryClient, request: RateRequest): Promise<void> {
  const key = rateKey(request)
  const { getState, setState } = useRateFindings
  if (getState().byRate[key]?.kind === 'asking') return
  const note = (finding: RateFinding) => setState(({ byRate }) => ({ byRate: { ...byRate, [key]: finding } }))
  note({ kind: 'asking' })
  try {
    const rate = await findRate(request)
    const options = heldRateOptions(parseAsOf(request.as_of), parseCurrency(request.currency), tileStore.ledger())
    client.setQueryData(options.queryKey, rate)
    setState(({ byRate: { [key]: _, ...others } }) => ({ byRate: others }))
  } catch (error) {
    note({ kind: 'failed', error })
  }
  // Finding a rate may have cost a call.
  await client.invalidateQueries({ queryKey: ['meter'] })
}
