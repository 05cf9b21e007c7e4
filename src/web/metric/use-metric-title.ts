import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Metric } from '../../domain/figure.ts'
import { lensKey } from '../../domain/lens.ts'
import { isRent } from '../figures/amounts.ts'
import { formatFigure, formatSize, metricLabel, type Units, unitsOfShown } from '../figures/figure-words.ts'
import { lastMonth } from '../figures/window-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { namedPlaceOptions } from '../metered/scales.ts'
import { type AreaShape, baselineOf } from '../state/address/area-choice.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { placeName } from '../ui/words/place-name.ts'
import { useReading } from './use-reading.ts'

function differenceFrom(kind: AreaShape['kind']): string {
  switch (kind) {
    case 'circle':
      return t('Difference from the circle')
    case 'polygon':
      return t('Difference from the drawn area')
    case 'cell':
      return t('Difference from the hexagon')
    case 'place':
      return t('Difference from a place')
  }
}

/**
 * Returns a function that names metrics in these units. Before there are figures, null, the name has the reader's unit of
 * area, and says rent where the filters do.
 */
export function useMetricLabel(units: Pick<Units, 'size_unit' | 'isRent'> | null): (metric: Metric) => string {
  const records = useRecordWord()
  const wanted = useAreaUnit((choice) => choice.unit)
  const isForRent = useAddress((address) => isRent(lensKey(address.lens)))
  const size_unit = units === null ? (wanted ?? 'm2') : units.size_unit
  const rent = units === null ? isForRent : units.isRent === true
  return useCallback(
    (metric) => {
      if (metric === 'listings' && records === 'sales') return t('Number of sales')
      return metricLabel(metric, { size_unit, ...(rent && { isRent: true }) })
    },
    [size_unit, rent, records],
  )
}

/** Returns the name of the metric in force with what it is computed with: `Space for $300,000`, `Difference from Gràcia`. */
export function useMetricTitle(units: Units | null): string {
  const { metric, amounts } = useReading()
  const baseline = useAddress(baselineOf)
  const shape = baseline?.shape
  const geoId = metric === 'difference' && shape?.kind === 'place' ? shape.geo_id : null
  const place = useQuery(namedPlaceOptions(geoId)).data
  const labelOf = useMetricLabel(units)
  const since = useAddress((address) => address.since)
  const typed = useAddress((address) => address.budget)
  const { budget, size } = amounts
  if (metric === 'area_for_budget' && budget !== null && units) {
    const isTyped = typed?.currency === units.currency
    const words = isTyped
      ? formatFigure(typed.amount, 'median_price', unitsOfShown(units), 'all')
      : formatFigure(budget, 'median_price', { ...units, isExact: true })
    return t('Space for {budget}', { budget: words })
  }
  if (metric === 'price_for_area' && size !== null && units) {
    const area = formatSize(size, units)
    return units.isRent ? t('Rent of {area}', { area }) : t('Price of {area}', { area })
  }
  if (metric === 'change' && since !== null) return t('Change since {month}', { month: lastMonth(since) })
  if (metric === 'difference' && baseline !== null) {
    if (baseline.name !== null) return t('Difference from {place}', { place: baseline.name })
    return place ? t('Difference from {place}', { place: placeName(place) }) : differenceFrom(baseline.shape.kind)
  }
  return labelOf(metric)
}
