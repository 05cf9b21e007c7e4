import type { Logger } from 'pino'
import { parseCountry } from '../places/countries.ts'
import { writeZones, type ZoneWriter } from '../zones/zone-writer.ts'
import { type OddNames, readListingNames } from './listing-names.ts'
import { type PlacesReport, TOWNS_SOURCE } from './made-places.ts'
import { readTowns, type TownGround } from './town-ground.ts'
import { writeNamedPlaces } from './write-named-places.ts'
import { writeTowns } from './write-towns.ts'

export interface PlacesOptions {
  dataDir: string
  /**
   * Countries (alpha-2) that get GeoNames' towns if they have no other places: the given ones, all with listings
   * (`missing`), or only those that already have such towns (`held`).
   */
  towns: readonly string[] | 'missing' | 'held'
  log: Logger
}

/** The created places, and the countries without any. */
export interface MadePlaces {
  made: PlacesReport[]
  /** Countries with listings but without places. */
  nameless: string[]
  /** Names in listings that were left out, because they are too long. */
  odd: OddNames
}

/**
 * Recreates the places that listings name, and GeoNames' towns; other places stay. Places with borders take precedence
 * over names, and names over towns. A second run changes nothing. Throws on an unknown country.
 */
export async function makePlaces({ dataDir, towns, log }: PlacesOptions): Promise<MadePlaces> {
  const asked = typeof towns === 'string' ? [] : towns.map(checkCountry)
  const { grounds, countries, odd } = await readListingNames(dataDir)
  const result = writeZones(dataDir, (writer) => {
    const held = writer.zones()
    const withTowns = held.filter(({ source }) => source === TOWNS_SOURCE).map(({ country }) => country)
    const made = writeNamedPlaces(writer, held, grounds)
    const named = countriesOf(writer, (source) => source !== TOWNS_SOURCE)
    const wanted = new Set([...asked, ...withTowns, ...(towns === 'missing' ? countries : [])])
    made.push(...writeTowns(writer, townsOf([...wanted].filter((country) => !named.has(country)))))
    const placed = countriesOf(writer, () => true)
    return { made, nameless: countries.filter((country) => !placed.has(country)), odd }
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
