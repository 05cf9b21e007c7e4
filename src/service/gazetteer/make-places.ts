import type { Logger } from 'pino'
import { parseCountry } from '../places/countries.ts'
import { writeZones, type ZoneWriter } from '../zones/zone-writer.ts'
import { readListingNames } from './listing-names.ts'
import { type PlacesReport, TOWNS_SOURCE } from './made-places.ts'
import { readTowns, type TownGround } from './town-ground.ts'
import { writeNamedPlaces } from './write-named-places.ts'
import { writeTowns } from './write-towns.ts'

export interface PlacesOptions {
  dataDir: string
  /**
   * Countries (alpha-2) that get GeoNames' towns where nothing else names their places: these, all that have listings
   * (`missing`), or those only that have such towns already (`held`).
   */
  towns: readonly string[] | 'missing' | 'held'
  log: Logger
}

/** What was made, and what was left as it is. */
export interface MadePlaces {
  made: PlacesReport[]
  /** Countries with listings but no place of any kind. */
  nameless: string[]
}

/**
 * Makes the places that kept listings name, and GeoNames' towns, anew; others stay. Places with borders of their own go
 * before names, and names before towns. A second run changes nothing. Throws on a country that is none.
 */
export async function makePlaces({ dataDir, towns, log }: PlacesOptions): Promise<MadePlaces> {
  const asked = typeof towns === 'string' ? [] : towns.map(checkCountry)
  const { grounds, countries } = await readListingNames(dataDir)
  const result = writeZones(dataDir, (writer) => {
    const held = writer.zones()
    const withTowns = held.filter(({ source }) => source === TOWNS_SOURCE).map(({ country }) => country)
    const made = writeNamedPlaces(writer, held, grounds)
    const named = countriesOf(writer, (source) => source !== TOWNS_SOURCE)
    const wanted = new Set([...asked, ...withTowns, ...(towns === 'missing' ? countries : [])])
    made.push(...writeTowns(writer, townsOf([...wanted].filter((country) => !named.has(country)))))
    const placed = countriesOf(writer, () => true)
    return { made, nameless: countries.filter((country) => !placed.has(country)) }
  })
  log.info(result, 'places made')
  return result
}

function townsOf(countries: readonly string[]): TownGround[] {
  return countries.length > 0 ? readTowns(new Set(countries)) : []
}

function countriesOf(writer: ZoneWriter, accepts: (source: string) => boolean): Set<string> {
  return new Set(writer.zones().flatMap(({ country, source }) => (accepts(source) ? [country] : [])))
}

function checkCountry(code: string): string {
  const country = parseCountry(code)
  if (country === null) throw new Error(`country "${code}" should be an alpha-2 code such as es`)
  return country
}
