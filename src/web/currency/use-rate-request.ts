import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { RateRequest } from '../../contract/currency-rate.ts'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { filtersOptions } from '../free/filters.ts'
import { useAsOf } from '../free/period.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { useHomeCurrency } from '../tiles/page-tiles.ts'
import { useViewCells } from '../view/view-cells.ts'
import { askForRate, rateKey, useRateFindings } from './rate-findings.ts'
import { bestFilledTile } from './rate-tile.ts'

/**
 * Returns the request that finds the address's currency rate from the view's figures; null when known or impossible.
 */
export function useRateRequest(): RateRequest | null {
  const shown = useShownCurrency()
  const view = useViewCells()
  const served = useAsOf()
  const offered = useQuery(filtersOptions).data?.currencies ?? []
  const home = useHomeCurrency()
  const isMissing = shown.kind === 'unknown' && !shown.isUnasked && offered.includes(shown.currency)
  const currency = isMissing ? shown.currency : null
  return useMemo(() => {
    // The service reveals rates only for the period that it serves.
    if (currency === null || home !== BASE_CURRENCY || !view?.isSettled || view.name.as_of !== served) return null
    const parent = bestFilledTile(view.cells)
    return parent && { ...view.name, currency, parent }
  }, [currency, home, view, served])
}

/**
 * Finds the rate of the address's currency when the page may buy by itself. After a failure it waits for the viewer.
 */
export function useAutomaticRate(): void {
  const client = useQueryClient()
  const mode = useSpendingMode()
  const request = useRateRequest()
  const finding = useRateFindings(({ byRate }) => (request ? byRate[rateKey(request)] : undefined))
  useEffect(() => {
    if (mode === 'buy' && request !== null && finding === undefined) void askForRate(client, request)
  }, [mode, request, finding, client])
}
