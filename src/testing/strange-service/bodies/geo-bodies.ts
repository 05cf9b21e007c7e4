import { latLngToCell } from 'h3-js'
import { PATH_PREFIX } from '../../../contract/limits.ts'
import { type Cell, cellResolution, parseCell } from '../../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../../domain/distance.ts'
import { landId, landsNear } from '../rules/lands.ts'
import { Refused } from '../rules/refused.ts'
import type { Land, StrangeRules } from '../rules/rules.ts'

/** Without lands, the tree has one zone. */
const ONLY_ZONE = { geo_id: 'z1', name: 'Catalunya' }

/** Returns a level of the place tree: the countries, or a country's zones. */
export function geoBody(rules: StrangeRules, query: URLSearchParams): unknown {
  const parent = query.get('parent')
  const countries = rules.lands === null ? ['es'] : [...new Set(rules.lands.map(({ country }) => country))]
  if (parent === null) {
    return { results: written(rules, paged(countries.map(countryRow), query)) }
  }
  if (!countries.includes(parent)) return { results: [] }
  const { kind: _, prices_available: __, ...echo } = countryRow(parent)
  return { parent: echo, results: written(rules, paged(zonesOf(rules, parent), query)) }
}

/** Rows as the service writes them: sparse ones say only what identifies a place and whether it holds listings. */
function written({ geoRows }: StrangeRules, rows: readonly Row[]): unknown[] {
  switch (geoRows) {
    case 'plain':
      return [...rows]
    case 'sparse': {
      const sparse = rows.map(({ ancestors: _, hexes_url: __, h3_res, reports_available: ___, ...row }) =>
        h3_res === undefined ? row : { ...row, h3_res: String(h3_res), ancestors: null, parent_id: 7 },
      )
      return [...sparse, null, 'more', { kind: 'planet', geo_id: 3 }]
    }
  }
}

/** A country or a zone, as the interface shows it. */
type Row = ReturnType<typeof countryRow> & Partial<ReturnType<typeof zoneRow>>

function paged<T>(rows: readonly T[], query: URLSearchParams): T[] {
  const limit = Math.min(100, Number(query.get('limit') ?? 50))
  const from = (Number(query.get('page') ?? 1) - 1) * limit
  return rows.slice(from, from + limit)
}

function countryRow(country: string) {
  return { kind: 'country', geo_id: country, name: country, level: 'country', country, prices_available: true }
}

function zonesOf(rules: StrangeRules, country: string): Row[] {
  if (rules.lands === null) return [zoneRow(rules, ONLY_ZONE, country)]
  return rules.lands.filter((land) => land.country === country).map((land) => landRow(rules, land))
}

function landRow(rules: StrangeRules, land: Land) {
  return zoneRow(rules, { geo_id: landId(rules, land), name: land.name }, land.country)
}

function zoneRow(rules: StrangeRules, { geo_id, name }: typeof ONLY_ZONE, country: string) {
  return {
    kind: 'zone',
    geo_id,
    name,
    level: 'region',
    country,
    ancestors: [{ geo_id: country, name: country, level: 'country' }],
    h3_res: rules.zoneResolution,
    hexes_url: `${PATH_PREFIX}/geo/${geo_id}/hexes`,
    current_period: rules.current_period,
    prices_available: true,
    reports_available: false,
  }
}

/** Returns the zones whose names begin with the text, or a point that the geocoder finds. */
export function searchBody(rules: StrangeRules, query: URLSearchParams): unknown {
  const text = (query.get('q') ?? '').toLowerCase()
  if (text.length < 2) return { results: [] }
  const isMeant = ({ name }: { name: string }) => name.toLowerCase().startsWith(text)
  const zones =
    rules.lands === null
      ? [ONLY_ZONE].filter(isMeant).map((zone) => zoneRow(rules, zone, 'es'))
      : rules.lands.filter(isMeant).map((land) => landRow(rules, land))
  if (zones.length > 0) return { results: written(rules, zones) }
  const place = rules.geocoded.find(isMeant)
  if (place === undefined) throw new Refused('unknown_place', { did_you_mean: [ONLY_ZONE.name] })
  const point = { ...pointAt(rules, cellAt(place, 8)), ...place }
  if (rules.searchPoint === 'bare') return point
  return { results: rules.searchPoint === 'listed' ? [point] : point }
}

/** Returns the point of a cell, or of a latitude and longitude. */
export function lookupBody(rules: StrangeRules, query: URLSearchParams): unknown {
  const [lat, lng] = [Number(query.get('lat') ?? Number.NaN), Number(query.get('lng') ?? Number.NaN)]
  const h3 = query.get('h3')
  if (h3 === null && Number.isNaN(lat + lng)) throw new Refused('missing_parameter', { parameter: 'h3' })
  const cell = h3 === null ? cellAt({ lat, lng }, Number(query.get('res') ?? 8)) : parseCell(h3)
  if (cell === null) throw new Refused('invalid_parameter', { parameter: 'h3' })
  if (cellResolution(cell) < 4) throw new Refused('invalid_parameter', { parameter: 'h3' })
  const isAtSea = rules.lands !== null && landsNear(rules, cell).length === 0
  if (isAtSea && rules.lookupAtSea !== 'point') throw new Refused(rules.lookupAtSea)
  const point = pointAt(rules, cell)
  return rules.lookupPoint === 'bare' ? point : { results: [point] }
}

function cellAt({ lat, lng }: { lat: number; lng: number }, resolution: number): Cell {
  const cell = parseCell(latLngToCell(lat, lng, resolution))
  if (cell === null) throw new Refused('invalid_parameter', { parameter: 'lat' })
  return cell
}

function pointAt(rules: StrangeRules, cell: Cell) {
  const near = landsNear(rules, cell)
  const hasListings = rules.hasListings(cell) && (rules.lands === null || near.length > 0)
  const around = near.filter((land) => distanceKm(land, cellCenter(cell)) <= land.radius_km)
  const zones = [...rules.zonesAt(cell), ...around.map((land) => landRow(rules, land))]
  return { kind: 'point', prices_available: hasListings, zones }
}
