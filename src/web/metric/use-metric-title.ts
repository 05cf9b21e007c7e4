import { useQuery } from '@tanstack/react-query'
import { formatArea, formatFigure, metricLabel, shownValue, type Units } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { useRecordWord } from '../queries/coverage.ts'
import { namedPlaceOptions } from '../queries/scales.ts'
import { useAddress } from '../state/use-address.ts'
import { placeName } from '../ui/place-name.ts'
import { useReading } from './use-reading.ts'

/** Returns the name of the metric in force with what it is computed with: `Space for $300,000`, `Difference from Gràcia`. */
export function useMetricTitle(units: Units | null): string {
  const { metric, amounts } = useReading()
  const baseline = useAddress((address) => address.baseline)
  const geoId = metric === 'difference' && baseline?.kind === 'place' ? baseline.geo_id : null
  const place = useQuery(namedPlaceOptions(geoId)).data
  const records = useRecordWord()
  const { budget, size } = amounts
  if (metric === 'listings') return records === 'sales' ? t('Number of sales') : t('Number of listings')
  if (metric === 'area_for_budget' && budget !== null && units) {
    return t('Space for {budget}', { budget: formatFigure(budget, 'median_price', units) })
  }
  if (metric === 'price_for_area' && size !== null && units) {
    const area = formatArea(shownValue(size, 'median_area', units), units)
    return units.isRent ? t('Rent of {area}', { area }) : t('Price of {area}', { area })
  }
  if (metric === 'difference' && baseline !== null) {
    if (baseline.kind === 'circle') return t('Difference from the circle')
    return place ? t('Difference from {place}', { place: placeName(place) }) : t('Difference from a place')
  }
  return metricLabel(metric, units ?? { size_unit: 'm2' })
}
