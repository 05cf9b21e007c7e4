import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'

/** A populated place of GeoNames in one of the market's countries. */
export interface Settlement {
  readonly id: number
  readonly name: string
  readonly country: DemoCountry
  /** First-order administrative code. */
  readonly admin: string
  /** Codes of finer divisions, '' if GeoNames has none; their meaning differs by country. */
  readonly muni: string
  readonly muniSub: string
  /** GeoNames' feature code: PPLX is a section of a populated place. */
  readonly feature: string
  readonly population: number
  readonly lat: number
  readonly lng: number
}

// Names that GeoNames gives in English or misspells.
const LOCAL_NAMES: Readonly<Record<string, string>> = {
  'es/City Center': 'Centro',
  'es/Tetuán de las Victorias': 'Tetuán',
  'es/Barajas de Madrid': 'Barajas',
  'es/Provenals del Poblenou': 'Provençals del Poblenou',
  'de/Munich': 'München',
  'de/Berlin Treptow': 'Treptow',
  'fr/La Defense': 'La Défense',
}

/** Reads GeoNames' places in the market's countries, with their local names. */
export function settlementsAmong(places: Iterable<Omit<Settlement, 'country'> & { country: string }>): Settlement[] {
  const settlements: Settlement[] = []
  for (const place of places) {
    const country = DEMO_COUNTRIES.find((code) => code === place.country)
    if (!country) continue
    const name = LOCAL_NAMES[`${country}/${place.name}`] ?? place.name
    settlements.push({ ...place, name, country })
  }
  return settlements
}
