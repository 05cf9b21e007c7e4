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

/** Returns the everyday name of a level. */
export function levelLabel(level: Level): string {
  return LEVEL_LABELS[level]
}

let countryNames: Intl.DisplayNames | null = null

/** Returns a country's name in the reader's language; its code in capitals when the browser knows none. */
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

/** Returns a place's name. A country row has only its code as its name (interface section 2.2), which is looked up. */
export function placeName({ geo_id, name, level }: Named): string {
  return level === 'country' ? countryName(geo_id) : name
}

/** Returns the name of the place around a cell. Services without one send the country code, which is looked up. */
export function cellPlaceName(name: string): string {
  return /^[a-z]{2}$/.test(name) ? countryName(name) : name
}

/** Returns the ancestors of a place, fine to coarse, without its country or repeated names: `Sevilla, Andalucía`. */
export function ancestorsText(place: { readonly name: string; readonly ancestors: readonly Named[] }): string {
  const names = place.ancestors.filter(({ level }) => level !== 'country').map(({ name }) => name)
  return names.filter((name, index) => name !== (names[index - 1] ?? place.name)).join(', ')
}

/** Returns a place's signal in words. The month is the last one in the period's window. */
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

/** Returns why a place's outline may lack cells; null when it is complete. */
export function outlineGap({ cells, isComplete }: PlaceCells): string | null {
  if (isComplete) return null
  return `The outline may be incomplete: the service repeated a page of its list after ${countOf(cells.length, 'cell')}.`
}
