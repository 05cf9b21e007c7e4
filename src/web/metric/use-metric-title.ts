import { useQuery } from '@tanstack/react-query'
import { formatFigure, METRIC_LABELS, metricLabel, sizeUnit, type Units } from '../figures/figure-words.ts'
import { useRecordWord } from '../queries/coverage.ts'
import { namedPlaceOptions } from '../queries/scales.ts'
import { type AreaShape, baselineOf } from '../state/area-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { formatRounded } from '../ui/format.ts'
import { placeName } from '../ui/place-name.ts'
import { useReading } from './use-reading.ts'

const KINDS: Readonly<Record<AreaShape['kind'], string>> = {
  circle: 'the circle',
  polygon: 'the drawn area',
  cell: 'the hexagon',
  place: 'a place',
}

/** Returns the name of the metric in force with what it is computed with: `Space for $300,000`, `Difference from Gràcia`. */
export function useMetricTitle(units: Units | null): string {
  const { metric, amounts } = useReading()
  const baseline = useAddress(baselineOf)
  const shape = baseline?.shape
  const geoId = metric === 'difference' && shape?.kind === 'place' ? shape.geo_id : null
  const place = useQuery(namedPlaceOptions(geoId)).data
  const records = useRecordWord()
  const { budget, size } = amounts
  if (metric === 'listings') return `Number of ${records}`
  if (metric === 'area_for_budget' && budget !== null && units) {
    return `Space for ${formatFigure(budget, 'median_price', units)}`
  }
  if (metric === 'price_for_area' && size !== null && units) {
    return `${units.isRent ? 'Rent' : 'Price'} of ${formatRounded(size, 4)} ${sizeUnit(units.size_unit)}`
  }
  if (metric === 'difference' && baseline !== null) {
    return `Difference from ${baseline.name ?? (place ? placeName(place) : KINDS[baseline.shape.kind])}`
  }
  return units ? metricLabel(metric, units) : METRIC_LABELS[metric]
}
