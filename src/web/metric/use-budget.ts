import { useQuery } from '@tanstack/react-query'
import { BASE_CURRENCY, type Currency } from '../../domain/currency.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { useAsOf } from '../free/period.ts'
import { heldRateOptions } from '../free/rates.ts'
import { useAddress } from '../state/use-address.ts'
import { useHomeCurrency, useLedger } from '../tiles/page-tiles.ts'

/** The address's budget in the money of the figures. */
export type BoughtBudget =
  | { readonly kind: 'none' }
  /** The proxy is being asked for the rate of the budget's currency (free). */
  | { readonly kind: 'looking' }
  /** No rate of the budget's currency is held, or no single one fits. */
  | { readonly kind: 'no_rate'; readonly currency: Currency }
  | { readonly kind: 'known'; readonly amount: number }

/** Returns the budget as the figures count it. A budget keeps its currency, whichever is shown. */
export function useBoughtBudget(): BoughtBudget {
  const budget = useAddress((address) => address.budget)
  const shown = useShownCurrency()
  const as_of = useAsOf() ?? null
  const ledger = useLedger()
  const isAsSuch = shown.kind === 'known' && shown.rate.kind === 'bought-as-such'
  const home = useHomeCurrency()
  const bought = isAsSuch ? shown.currency : home
  const needsRate = budget !== null && budget.currency !== bought
  // Rates are those of the dollar.
  const mayHaveRate = needsRate && home === BASE_CURRENCY
  const rate = useQuery(heldRateOptions(as_of, mayHaveRate ? budget.currency : null, ledger))
  if (budget === null) return { kind: 'none' }
  if (!needsRate) return { kind: 'known', amount: budget.amount }
  if (!mayHaveRate || budget.currency === BASE_CURRENCY || isAsSuch)
    return { kind: 'no_rate', currency: budget.currency }
  if (rate.data?.kind === 'rate') return { kind: 'known', amount: budget.amount / rate.data.units_per_usd }
  if (rate.data === undefined && !rate.isError) return { kind: 'looking' }
  return { kind: 'no_rate', currency: budget.currency }
}
