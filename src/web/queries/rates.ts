import { queryOptions, skipToken } from '@tanstack/react-query'
import { type CurrencyRate, currencyRate, type RateRequest } from '../../contract/currency-rate.ts'
import { BASE_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'
import { getParsed, parseAnswer, postJson, RequestError } from './http.ts'

/**
 * How a period's figures are shown in a currency, where the proxy knows it (free); null where it does not yet. Nothing is
 * asked of the base currency, nor while there is no period.
 */
export function heldRateOptions(as_of: AsOf | null, currency: Currency | null, ledger: string | null) {
  const path = `/api/rates/${as_of}/${currency}`
  const address = ledger === null ? path : `${path}?ledger=${encodeURIComponent(ledger)}`
  const isAsked = as_of !== null && currency !== null && currency !== BASE_CURRENCY
  return queryOptions({
    queryKey: ['rate', as_of, currency, ledger],
    queryFn: isAsked ? ({ signal }) => getHeldRate(address, signal) : skipToken,
    // A rate never changes; that there is none may be otherwise as soon as somebody else has asked for it.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 30_000),
  })
}

async function getHeldRate(address: string, signal: AbortSignal): Promise<CurrencyRate | null> {
  try {
    return await getParsed(address, currencyRate, signal)
  } catch (cause) {
    if (cause instanceof RequestError && cause.envelope?.error === 'not_held') return null
    throw cause
  }
}

/** Has the proxy find a rate, which may cost one metered call; throws a RequestError. */
export async function findRate(request: RateRequest): Promise<CurrencyRate> {
  // Never aborted: what is under way is paid for.
  return parseAnswer('/api/rates', currencyRate, await postJson('/api/rates', request, new AbortController().signal))
}
