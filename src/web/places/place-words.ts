import { parseAsOf, windowOf } from '../../domain/period.ts'
import type { Level, PlaceSignal } from '../../domain/place.ts'
import type { PlaceCells } from '../queries/place-cells.ts'
import { countOf, formatMonth } from '../ui/format.ts'

const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  country: 'Country',
  region: 'Region',
  province: 'Province',
  city: 'City',
  macrozone: 'District',
  microzone: 'Neighbourhood',
}

/** A level as people call it. */
export function levelLabel(level: Level): string {
  return LEVEL_LABELS[level]
}

let countryNames: Intl.DisplayNames | null = null

/** A country's name in the reader's language; its code in capitals where the browser knows none. */
export function countryName(code: string): string {
  countryNames ??= new Intl.DisplayNames(undefined, { type: 'region', fallback: 'none' })
  const capitals = code.toUpperCase()
  return (/^[A-Z]{2}$/.test(capitals) && countryNames.of(capitals)) || capitals
}

interface Named {
  readonly geo_id: string
  readonly name: string
  readonly level: Level
}

/** A place's name; a country row's name is only its code (interface section 2.2), so that one is looked up. */
export function placeName({ geo_id, name, level }: Named): string {
  return level === 'country' ? countryName(geo_id) : name
}

/** The place that a cell is called after; where no place is named, services give its country, by its code. */
export function cellPlaceName(name: string): string {
  return /^[a-z]{2}$/.test(name) ? countryName(name) : name
}

/** Where a place lies, fine to coarse, without its country: `Sevilla, Andalucía`; names that merely repeat are said once. */
export function ancestorsText(place: { readonly name: string; readonly ancestors: readonly Named[] }): string {
  const names = place.ancestors.filter(({ level }) => level !== 'country').map(({ name }) => name)
  return names.filter((name, index) => name !== (names[index - 1] ?? place.name)).join(', ')
}

/** What the free endpoints say of a place's figures. The month is the last one that the period looks at. */
export function signalText(signal: PlaceSignal): string {
  switch (signal.kind) {
    case 'figures': {
      const asOf = parseAsOf(signal.current_period)
      return `Figures for ${formatMonth(asOf === null ? signal.current_period : windowOf(asOf, 8).end)}`
    }
    case 'too_few':
      return 'Too few listings now'
    case 'no_listings':
      return 'No listings'
  }
}

/** Why cells may be missing from a place's outline; null where it is whole. */
export function outlineGap({ cells, isComplete }: PlaceCells): string | null {
  if (isComplete) return null
  return `The outline may be incomplete: the service repeated a page of its list after ${countOf(cells.length, 'cell')}.`
}
