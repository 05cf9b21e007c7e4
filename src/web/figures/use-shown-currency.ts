import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CurrencyRate } from '../../contract/currency-rate.ts'
import type { Edition } from '../../contract/proxy-api.ts'
import type { AreaUnit } from '../../domain/area-unit.ts'
import { BASE_CURRENCY, type Currency } from '../../domain/currency.ts'
import { useAsOf } from '../free/period.ts'
import { heldRateOptions } from '../free/rates.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { useHomeCurrency, useLedger } from '../tiles/page-tiles.ts'
import { isRent } from './amounts.ts'
import { areaUnits } from './area-units.ts'
import type { Units } from './figure-words.ts'

/** What the page knows about the currency in the address. */
type ShownCurrency =
  | { readonly kind: 'base' }
  /** The proxy is being asked whether it holds the rate (free). */
  | { readonly kind: 'looking' }
  /** The proxy holds no rate, or could not be asked for it, so figures are shown as they are bought. */
  | { readonly kind: 'unknown'; readonly currency: Currency; readonly isUnasked: boolean }
  | { readonly kind: 'known'; readonly currency: Currency; readonly rate: CurrencyRate }

/** Returns how the figures of the period in force are shown in the address's currency. */
export function useShownCurrency(): ShownCurrency {
  const currency = useAddress((address) => address.currency)
  const as_of = useAsOf() ?? null
  const ledger = useLedger()
  const home = useHomeCurrency()
  const { data, failureCount, errorUpdateCount } = useQuery(heldRateOptions(as_of, currency, ledger))
  const hasFailed = failureCount + errorUpdateCount > 0
  return useMemo((): ShownCurrency => {
    if (currency === BASE_CURRENCY || currency === home) return { kind: 'base' }
    if (data) return { kind: 'known', currency, rate: data }
    // The figures do not wait for it to be tried again.
    return data === null || hasFailed ? { kind: 'unknown', currency, isUnasked: data !== null } : { kind: 'looking' }
  }, [currency, home, data, hasFailed])
}

/** Returns the units in which an edition's figures are shown; null without an edition. */
export function useShownUnits(edition: Edition | null): Units | null {
  const shown = useShownCurrency()
  const unit = useAreaUnit((choice) => choice.unit)
  return useMemo(() => edition && unitsOf(edition, shown, unit), [edition, shown, unit])
}

/**
 * Returns the units in which figures of several periods stand beside one another: money as bought, because the rate that is known
 * is that of one of them; null without an edition.
 */
export function useUnitsAcrossPeriods(edition: Edition | null): Units | null {
  const unit = useAreaUnit((choice) => choice.unit)
  return useMemo(() => edition && unitsOf(edition, { kind: 'base' }, unit), [edition, unit])
}

/**
 * Returns the units in which figures are shown: money converted when a rate is known, otherwise as bought; areas in the
 * reader's unit.
 */
export function unitsOf(
  { currency, size_unit, lens }: Pick<Edition, 'currency' | 'size_unit' | 'lens'>,
  shown: ShownCurrency,
  unit: AreaUnit | null = null,
): Units {
  const rest = { ...areaUnits(size_unit, unit), ...(isRent(lens) ? { isRent: true } : {}) }
  const rate = shown.kind === 'known' && shown.rate.kind === 'rate' ? shown.rate : null
  if (rate === null || currency !== rate.base) return { currency, ...rest }
  return { currency: rate.currency, rate: rate.units_per_usd, spread: rate.spread, ...rest }
}
