import type { Records } from '../../domain/figure.ts'
import { parseAsOf, windowOf } from '../../domain/period.ts'
import type { PlaceSignal } from '../../domain/place.ts'
import { ancestorsOf, type Place } from '../free/geo.ts'
import type { PlaceCells } from '../free/place-cells.ts'
import { t } from '../language/translate.ts'
import { formatMonth } from '../ui/words/format.ts'
import { placeName } from '../ui/words/place-name.ts'

/** Returns the ancestors of a place, fine to coarse, without its country or repeated names: `Sevilla, Andalucía`. */
export function ancestorsText(place: Omit<Place, 'signal'>): string {
  const above = ancestorsOf(place).filter(({ level }) => level !== 'country')
  const names = [place, ...above].map(placeName)
  return names.filter((name, index) => index > 0 && name !== names[index - 1]).join(', ')
}

/** Returns a place's signal in words. The month is the last one in the period's window. */
export function signalText(signal: PlaceSignal, records: Records): string {
  switch (signal.kind) {
    case 'figures':
      return t('Figures up to {month}', { month: monthOf(signal.current_period) })
    case 'too_few':
      return t('Too few {records, select, sales {sales} other {listings}} now', { records })
    case 'no_listings':
      return t('{records, select, sales {No sales} other {No listings}}', { records })
  }
}

/** Returns a place's signal in one or two words. */
export function signalBrief(signal: PlaceSignal, records: Records): string {
  switch (signal.kind) {
    case 'figures':
      return monthOf(signal.current_period)
    case 'too_few':
      return t('Too few')
    case 'no_listings':
      return t('{records, select, sales {No sales} other {No listings}}', { records })
  }
}

function monthOf(period: string): string {
  const asOf = parseAsOf(period)
  return formatMonth(asOf === null ? period : windowOf(asOf, 8).end)
}

/** Returns why a place's outline may lack cells or detail; null when it is as the service stores it. */
export function outlineGap({ cells, isComplete, coarserResolution }: PlaceCells): string | null {
  if (!isComplete)
    return t(
      'The outline may be incomplete: the service’s list ended early, after {cells, plural, one {# cell} other {# cells}}.',
      { cells: cells.length },
    )
  if (coarserResolution === null) return null
  return t('The plan does not allow this place’s own detail, so its outline has resolution {resolution, number}.', {
    resolution: coarserResolution,
  })
}
