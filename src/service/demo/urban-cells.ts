import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { type Cell, trustCell } from '../../domain/cell.ts'
import type { DemoCountry } from './data/countries.ts'
import { groundKm, type LandMask } from './land-mask.ts'
import { groundNoise } from './noise.ts'
import type { Town } from './towns.ts'

/** The built-up cells at resolution 8, each with the nearest town relative to the town's size. */
export interface UrbanCells {
  readonly cells: readonly Cell[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly lat: Float64Array
  readonly lng: Float64Array
  /** Position of the town in the list of towns. */
  readonly town: Int32Array
  /** Distance from the town's centre over its radius; 0 in the centre. */
  readonly away: Float64Array
}

const RESOLUTION = 8
// Centres of neighbouring cells are 0.75 to 1 km apart at this resolution.
const NARROWEST_STEP_KM = 0.74
/** Where a town ends, in radii, before noise moves its edge. */
const EDGE = 1.12
/** The largest effect of noise on the edge. */
const FRAYING = 0.26
const INSIDE_BELOW = EDGE / (1 + FRAYING)

interface Growing {
  readonly cells: Cell[]
  readonly indexOf: Map<string, number>
  readonly lat: number[]
  readonly lng: number[]
  readonly town: number[]
  readonly away: number[]
}

/** Lays the towns out on the ground, without water, parks and land of other countries. */
export function layOutTowns(towns: readonly Town[], land: LandMask, seed: number): UrbanCells {
  const fray = groundNoise(seed + 101, 3.2)
  const growing: Growing = { cells: [], indexOf: new Map(), lat: [], lng: [], town: [], away: [] }
  const refusedIn = new Map<DemoCountry, Set<string>>()
  towns.forEach((town, index) => {
    const refused = refusedIn.get(town.country) ?? new Set<string>()
    refusedIn.set(town.country, refused)
    const centre = latLngToCell(town.lat, town.lng, RESOLUTION)
    const rings = Math.ceil((town.radius_km * (EDGE + 0.25)) / NARROWEST_STEP_KM)
    for (const id of gridDisk(centre, rings)) {
      if (refused.has(id)) continue
      const known = growing.indexOf.get(id)
      const [lat, lng] = known === undefined ? cellToLatLng(id) : [growing.lat[known], growing.lng[known]]
      if (lat === undefined || lng === undefined) continue
      const away = groundKm(lat, lng, town.lat, town.lng) / town.radius_km
      if (id !== centre && away > INSIDE_BELOW && away * (1 + FRAYING * fray(lat, lng)) > EDGE) continue
      if (known !== undefined) {
        if (away < (growing.away[known] as number)) {
          growing.town[known] = index
          growing.away[known] = away
        }
      } else if (land.isLand(town.country, lat, lng) && !land.isEmptyGround(lat, lng) && !land.isSea(id)) {
        growing.indexOf.set(id, growing.cells.length)
        growing.cells.push(trustCell(id))
        growing.lat.push(lat)
        growing.lng.push(lng)
        growing.town.push(index)
        growing.away.push(away)
      } else refused.add(id)
    }
  })
  return {
    cells: growing.cells,
    indexOf: growing.indexOf,
    lat: Float64Array.from(growing.lat),
    lng: Float64Array.from(growing.lng),
    town: Int32Array.from(growing.town),
    away: Float64Array.from(growing.away),
  }
}
