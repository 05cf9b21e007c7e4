import { cellToCenterChild, cellToLatLng, latLngToCell, polygonToCells } from 'h3-js'
import { type Cell, trustCell } from '../../domain/cell.ts'
import { regionName } from '../geonames/region-names.ts'
import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'
import { FRENCH_DEPARTEMENTS, SPANISH_PROVINCES } from './data/provinces.ts'
import type { LandMask } from './land-mask.ts'
import type { Settlement } from './settlements.ts'

/** A region or province: its code within the country and its name. */
export interface Division {
  readonly code: string
  readonly name: string
}

/** The region and province of a settlement; null when it has none, or none that differs from the region. */
export interface Territory {
  readonly region: Division | null
  readonly province: Division | null
}

/** The resolution at which outlines of provinces are stored. */
export const PROVINCE_RES = 6

/** The resolution at which outlines of a country's regions are stored: coarser for Australia's large ones. */
export function regionRes(country: DemoCountry): 4 | 5 {
  return country === 'au' ? 4 : 5
}

type Box = readonly [south: number, west: number, north: number, east: number]

const BOXES: Record<DemoCountry, readonly Box[]> = {
  es: [
    [35.1, -9.4, 43.9, 4.5],
    [27.5, -18.3, 29.5, -13.3],
  ],
  fr: [[41.3, -5.3, 51.2, 9.7]],
  de: [[47.2, 5.8, 55.1, 15.1]],
  gb: [[49.8, -8.7, 60.9, 1.9]],
  us: [
    [24.4, -125, 49.5, -66.8],
    [51.5, -170, 71.5, -129.9],
    [18.8, -160.4, 22.4, -154.7],
  ],
  au: [[-43.8, 112.8, -10.5, 153.8]],
}

/** Returns a function that looks up the territory of any of these settlements. */
export function territoriesOf(settlements: readonly Settlement[]): (settlement: Settlement) => Territory {
  const provincesIn = new Map<string, Set<string>>()
  for (const settlement of settlements) {
    const code = provinceCode(settlement)
    const region = `${settlement.country}/${settlement.admin}`
    if (code !== null) provincesIn.set(region, (provincesIn.get(region) ?? new Set()).add(code))
  }
  return (settlement) => {
    const { country, admin } = settlement
    const name = regionName(country, admin)
    const region = name === null ? null : { code: admin, name }
    const code = provinceCode(settlement)
    // A region with a single province is that province, so the level is skipped.
    const alone = (provincesIn.get(`${country}/${admin}`)?.size ?? 0) < 2
    const provinceName = code === null || alone ? undefined : provinceNames(country)[code]
    return { region, province: code !== null && provinceName !== undefined ? { code, name: provinceName } : null }
  }
}

function provinceCode(settlement: Settlement): string | null {
  if (settlement.country === 'fr' && settlement.name === 'Paris') return '75'
  const code = settlement.muni.slice(0, 2)
  return code in provinceNames(settlement.country) ? code : null
}

function provinceNames(country: DemoCountry): Readonly<Record<string, string>> {
  if (country === 'es') return SPANISH_PROVINCES
  return country === 'fr' ? FRENCH_DEPARTEMENTS : {}
}

/**
 * The land of a country as cells, each with its settlement: the town built over its centre (`townAt`, for a cell at
 * resolution 8), else the nearest one.
 */
export function shareOutLand(
  country: DemoCountry,
  resolution: number,
  settlements: readonly Settlement[],
  land: LandMask,
  townAt: (cell: string) => Settlement | null,
): Map<Cell, Settlement> {
  const nearest = nearestSettlement(settlements)
  const owners = new Map<Cell, Settlement>()
  for (const box of BOXES[country]) {
    for (const id of cellsInBox(box, resolution)) {
      const [lat, lng] = cellToLatLng(id)
      if (!land.isLand(country, lat, lng)) continue
      const town = townAt(cellToCenterChild(id, 8))
      const owner = town?.country === country ? town : nearest(lat, lng)
      if (owner) owners.set(trustCell(id), owner)
    }
  }
  // Adds small islands and capes in cells with their centre at sea.
  for (const settlement of settlements) {
    const id = trustCell(latLngToCell(settlement.lat, settlement.lng, resolution))
    if (!owners.has(id)) owners.set(id, settlement)
  }
  return owners
}

/** Countries whose provinces are in the tree. */
export const COUNTRIES_WITH_PROVINCES = DEMO_COUNTRIES.filter((code) => Object.keys(provinceNames(code)).length > 0)

function cellsInBox([south, west, north, east]: Box, resolution: number): string[] {
  const cells: string[] = []
  const slices = Math.ceil((east - west) / 20)
  for (let i = 0; i < slices; i++) {
    const from = west + ((east - west) * i) / slices
    const to = west + ((east - west) * (i + 1)) / slices
    const ring = [
      [south, from],
      [south, to],
      [north, to],
      [north, from],
    ]
    for (const cell of polygonToCells(ring, resolution)) cells.push(cell)
  }
  return cells
}

const BUCKETS_PER_DEGREE = 2
const FARTHEST_RING = 12

function nearestSettlement(settlements: readonly Settlement[]): (lat: number, lng: number) => Settlement | null {
  const buckets = new Map<number, Settlement[]>()
  const key = (y: number, x: number) => y * 1000 + x
  const bucketOf = (degrees: number) => Math.floor(degrees * BUCKETS_PER_DEGREE)
  for (const settlement of settlements) {
    const id = key(bucketOf(settlement.lat), bucketOf(settlement.lng))
    const bucket = buckets.get(id)
    if (bucket) bucket.push(settlement)
    else buckets.set(id, [settlement])
  }
  return (lat, lng) => {
    const y = bucketOf(lat)
    const x = bucketOf(lng)
    let best: Settlement | null = null
    let bestSquare = Number.POSITIVE_INFINITY
    // Squared distances in degrees, narrowed by the latitude, are enough for comparison.
    const narrow = Math.cos((lat * Math.PI) / 180) ** 2
    let stopAfter = FARTHEST_RING
    for (let ring = 0; ring <= stopAfter; ring++) {
      for (const [dy, dx] of ringOffsets(ring)) {
        for (const candidate of buckets.get(key(y + dy, x + dx)) ?? []) {
          const square = (candidate.lat - lat) ** 2 + narrow * (candidate.lng - lng) ** 2
          if (square < bestSquare) {
            best = candidate
            bestSquare = square
          }
        }
      }
      // Searches one more ring after the first find: a nearer settlement can lie just across a bucket's edge.
      if (best && stopAfter === FARTHEST_RING) stopAfter = Math.min(FARTHEST_RING, ring + 1)
    }
    return best
  }
}

const offsetsByRing: (readonly [number, number])[][] = []

function ringOffsets(ring: number): readonly (readonly [number, number])[] {
  const known = offsetsByRing[ring]
  if (known) return known
  const offsets: (readonly [number, number])[] = []
  for (let dy = -ring; dy <= ring; dy++)
    for (let dx = -ring; dx <= ring; dx++) if (Math.max(Math.abs(dy), Math.abs(dx)) === ring) offsets.push([dy, dx])
  offsetsByRing[ring] = offsets
  return offsets
}
