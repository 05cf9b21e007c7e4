import type { Cell } from '../../../domain/cell.ts'
import type { Level } from '../../../domain/place.ts'
import { namesOf } from '../../language/formats.ts'
import { townInLanguage, townNearby } from '../../language/town-names.ts'
import { t } from '../../language/translate.ts'

/** Returns the everyday name of a level. */
export function levelLabel(level: Level): string {
  switch (level) {
    case 'country':
      return t('Country')
    case 'region':
      return t('Region')
    case 'province':
      return t('Province')
    case 'city':
      return t('City')
    case 'macrozone':
      return t('District')
    case 'microzone':
      return t('Neighbourhood')
  }
}

/** Codes of no country, for which browsers have words of their own, such as “Unknown Region”. */
const NO_COUNTRIES = ['ZZ', 'XA', 'XB']

/** Returns a country's name in the reader's language; its code in capitals when the browser knows none. */
export function countryName(code: string): string {
  const capitals = code.toUpperCase()
  return (/^[A-Z]{2}$/.test(capitals) && !NO_COUNTRIES.includes(capitals) && namesOf('region').of(capitals)) || capitals
}

export interface Named {
  readonly geo_id: string
  readonly name: string
  readonly level: Level
  /** Lower-case alpha-2; null where it is unknown. */
  readonly country: string | null
}

/** Returns a place's name in the reader's language, as the map's labels have it; the service's own where there is no other. */
export function placeName(place: Named): string {
  const { country } = place
  return (country !== null && townInLanguage({ ...place, country })) || serviceName(place)
}

/**
 * Returns the name that the service gives a place, for files. A country row has only its code as its name (interface section
 * 2.2), which is looked up.
 */
export function serviceName({ geo_id, name, level }: Omit<Named, 'country'>): string {
  return level === 'country' ? countryName(geo_id) : name
}

/** Returns the name of a city without a zone, as the map's labels have it; `country` is lower-case alpha-2. */
export function cityName(name: string, country: string): string {
  return townInLanguage({ name, level: 'city', country }) ?? name
}

/** Returns a place's name. A province or region has its level added, since they are often named after their city. */
export function nameWithLevel(place: Named): string {
  const name = placeName(place)
  if (place.level === 'province') return t('{name} province', { name })
  return place.level === 'region' ? t('{name} region', { name }) : name
}

/** Returns the names of places that stand side by side: where two are the same, with their levels. */
export function namesApart(places: readonly Named[]): string[] {
  const names = places.map(placeName)
  return places.map((place) => {
    const name = placeName(place)
    return names.indexOf(name) === names.lastIndexOf(name) ? name : nameWithLevel(place)
  })
}

/**
 * Returns the name of the place around a cell, as the map's labels have it. Services without one send the country code, which is
 * looked up.
 */
export function cellPlaceName(name: string, cell: Cell): string {
  return /^[a-z]{2}$/.test(name) ? countryName(name) : (townNearby(name, cell) ?? name)
}
