import { queryOptions, skipToken } from '@tanstack/react-query'
import { type CurrencyRate, currencyRate, type RateRequest } from '../../contract/currency-rate.ts'
import { BASE_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'
import { t } from '../language/translate.ts'
import { getHeld, parseAnswer, postJson } from '../requests/http.ts'

/**
 * Query for how the proxy shows a period's figures in a currency (free); null while it holds no rate. Disabled for the
 * base currency and without a period.
 */
export function heldRateOptions(as_of: AsOf | null, currency: Currency | null, ledger: string | null) {
  const path = `/api/rates/${as_of}/${currency}`
  const address = ledger === null ? path : `${path}?ledger=${encodeURIComponent(ledger)}`
  const isAsked = as_of !== null && currency !== null && currency !== BASE_CURRENCY
  return queryOptions({
    queryKey: ['rate', as_of, currency, ledger],
    meta: { part: () => t('the exchange rate') },
    queryFn: isAsked ? ({ signal }) => getHeld(address, currencyRate, signal) : skipToken,
    // A rate never changes, but a missing one appears as soon as anyone asks the proxy to find it.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 30_000),
  })
}

/** Asks the proxy to find a rate, which may cost one metered call; throws a RequestError. */
export async function findRate(request: RateRequest): Promise<CurrencyRate> {
  return parseAnswer('/api/rates', currencyRate, await postJson('/api/rates', request))
}
