import type { Level } from '../../domain/place.ts'
import { namesOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'

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

/** Returns a country's name in the reader's language; its code in capitals when the browser knows none. */
export function countryName(code: string): string {
  const capitals = code.toUpperCase()
  return (/^[A-Z]{2}$/.test(capitals) && namesOf('region').of(capitals)) || capitals
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

/** Returns a place's name; of a province or region with its level, since they are often named after their city. */
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

/** Returns the name of the place around a cell. Services without one send the country code, which is looked up. */
export function cellPlaceName(name: string): string {
  return /^[a-z]{2}$/.test(name) ? countryName(name) : name
}
