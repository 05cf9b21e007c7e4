import { createHash } from 'node:crypto'
import { latLngToCell } from 'h3-js'
import { type Cell, trustCell } from '../../domain/cell.ts'
import type { ZoneLevel } from '../../domain/place.ts'
import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'
import type { LandMask } from './land-mask.ts'
import type { MarketMap, MarketTown } from './market-map.ts'
import type { Quarter } from './quarters.ts'
import type { Settlement } from './settlements.ts'
import {
  COUNTRIES_WITH_PROVINCES,
  type Division,
  PROVINCE_RES,
  regionRes,
  shareOutLand,
  type Territory,
} from './territory.ts'

/** A place of the tree, as stored, with its cells at `h3_res`. */
export interface PlaceRow {
  geo_id: string
  parent: string | null
  name: string
  level: 'country' | ZoneLevel
  country: DemoCountry
  h3_res: number | null
  population: number
  lat: number | null
  lng: number | null
  cells: Cell[]
}

const COUNTRY_NAMES: Record<DemoCountry, string> = {
  es: 'Spain',
  fr: 'France',
  de: 'Germany',
  gb: 'United Kingdom',
  us: 'United States',
  au: 'Australia',
}

const CITY_RES = 8

/** Builds the market's place tree: countries, regions, provinces, cities, districts, neighbourhoods. */
export function growPlaces(
  market: MarketMap,
  settlements: readonly Settlement[],
  territoryOf: (settlement: Settlement) => Territory,
  land: LandMask,
): PlaceRow[] {
  const rows = new Map<string, PlaceRow>()
  for (const country of DEMO_COUNTRIES) rows.set(country, countryRow(country))
  for (const settlement of settlements) addDivisions(rows, settlement, territoryOf(settlement))
  const townAt = (cell: string) => {
    const index = market.urban.indexOf.get(cell)
    return index === undefined ? null : (market.towns[market.urban.town[index] as number] ?? null)
  }
  for (const country of DEMO_COUNTRIES) outlineDivisions(rows, country, settlements, territoryOf, land, townAt)
  addCities(rows, market, territoryOf)
  return [...rows.values()].filter(({ level, cells }) => level === 'country' || cells.length > 0)
}

const zoneIds = new Map<string, string>()

/** The opaque id of a zone, always the same for the same key. */
function zoneId(country: DemoCountry, level: ZoneLevel, key: string): string {
  const path = `demo/${country}/${level}/${key}`
  const known = zoneIds.get(path)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(path).digest()
  const id = `z${(digest.readBigUInt64BE(0) >> 4n).toString(36)}`
  zoneIds.set(path, id)
  return id
}

function countryRow(country: DemoCountry): PlaceRow {
  const name = COUNTRY_NAMES[country]
  const rest = { parent: null, h3_res: null, population: 0, lat: null, lng: null, cells: [] }
  return { geo_id: country, name, level: 'country', country, ...rest }
}

function addDivisions(rows: Map<string, PlaceRow>, settlement: Settlement, territory: Territory): void {
  const { country } = settlement
  let parent: string = country
  const add = (level: 'region' | 'province', division: Division | null, h3_res: number) => {
    if (!division) return
    const geo_id = zoneId(country, level, division.code)
    const known = rows.get(geo_id)
    if (!known) {
      const { name } = division
      rows.set(geo_id, { geo_id, parent, name, level, country, h3_res, population: 0, lat: 0, lng: 0, cells: [] })
    }
    weighIn(rows.get(geo_id), settlement)
    parent = geo_id
  }
  weighIn(rows.get(country), settlement)
  add('region', territory.region, regionRes(settlement.country))
  add('province', territory.province, PROVINCE_RES)
}

/** Moves a division's centre towards its people. */
function weighIn(row: PlaceRow | undefined, { population, lat, lng, feature }: Settlement): void {
  // Sections of a town count with the town.
  if (!row || feature === 'PPLX' || population === 0) return
  const part = population / (row.population + population)
  row.population += population
  row.lat = (row.lat ?? lat) + (lat - (row.lat ?? lat)) * part
  row.lng = (row.lng ?? lng) + (lng - (row.lng ?? lng)) * part
}

function outlineDivisions(
  rows: Map<string, PlaceRow>,
  country: DemoCountry,
  settlements: readonly Settlement[],
  territoryOf: (settlement: Settlement) => Territory,
  land: LandMask,
  townAt: (cell: string) => Settlement | null,
): void {
  const own = settlements.filter((settlement) => settlement.country === country)
  const outline = (level: 'region' | 'province', resolution: number) => {
    for (const [cell, owner] of shareOutLand(country, resolution, own, land, townAt)) {
      const division = territoryOf(owner)[level]
      if (division) rows.get(zoneId(country, level, division.code))?.cells.push(cell)
    }
    // A division smaller than a cell, such as the District of Columbia, gets the cell of its first town.
    for (const settlement of own) {
      const division = territoryOf(settlement)[level]
      const row = division ? rows.get(zoneId(country, level, division.code)) : undefined
      if (row && row.cells.length === 0)
        row.cells.push(trustCell(latLngToCell(settlement.lat, settlement.lng, resolution)))
    }
  }
  outline('region', regionRes(country))
  if (COUNTRIES_WITH_PROVINCES.includes(country)) outline('province', PROVINCE_RES)
}

function addCities(
  rows: Map<string, PlaceRow>,
  market: MarketMap,
  territoryOf: (settlement: Settlement) => Territory,
): void {
  const cities = market.towns.map((town) => cityRow(town, territoryOf(town)))
  const quarters = market.towns.map((town, i) => quarterRows(town, cities[i] as PlaceRow))
  market.urban.cells.forEach((cell, i) => {
    const town = market.urban.town[i] as number
    cities[town]?.cells.push(cell)
    for (const quarter of [market.macrozone[i], market.microzone[i]]) {
      if (quarter) quarters[town]?.get(quarter)?.cells.push(cell)
    }
  })
  market.towns.forEach((_, town) => {
    const city = cities[town] as PlaceRow
    rows.set(city.geo_id, city)
    const cityCells = new Set(city.cells)
    for (const [quarter, row] of quarters[town] as Map<Quarter, PlaceRow>) {
      if (row.cells.length === 0) settleQuarter(row, quarter, cityCells)
      rows.set(row.geo_id, row)
    }
  })
}

function cityRow(town: MarketTown, territory: Territory): PlaceRow {
  const { country, name, population, lat, lng } = town
  const { region, province } = territory
  const above = province ? zoneId(country, 'province', province.code) : null
  const parent = above ?? (region ? zoneId(country, 'region', region.code) : country)
  const geo_id = zoneId(country, 'city', String(town.id))
  return { geo_id, parent, name, level: 'city', country, h3_res: CITY_RES, population, lat, lng, cells: [] }
}

function quarterRows(town: MarketTown, city: PlaceRow): Map<Quarter, PlaceRow> {
  const { country } = town
  const idOf = (quarter: Quarter) => zoneId(country, quarter.level, `${town.id}/${quarter.key}`)
  return new Map(
    town.quarters.map((quarter) => {
      const { name, level, population } = quarter
      const parent = quarter.parent ? idOf(quarter.parent) : city.geo_id
      const { lat, lng } = quarter.seeds[0] ?? { lat: town.lat, lng: town.lng }
      const row = { geo_id: idOf(quarter), parent, name, level, country, h3_res: CITY_RES, population, lat, lng }
      return [quarter, { ...row, cells: [] }]
    }),
  )
}

/** Gives a quarter that is smaller than a cell the cell that it lies in, if that belongs to the city. */
function settleQuarter(row: PlaceRow, quarter: Quarter, cityCells: ReadonlySet<string>): void {
  for (const { lat, lng } of quarter.seeds) {
    const cell = latLngToCell(lat, lng, CITY_RES)
    if (cityCells.has(cell)) row.cells.push(trustCell(cell))
  }
}
