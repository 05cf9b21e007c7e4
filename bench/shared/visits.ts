import type { Bounds } from '../../src/domain/tile.ts'

/** What a screen shows at rest: the middle of the map, MapLibre's zoom, and the lens's key. */
export interface View {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
  readonly lens: string
  /** CSS pixels; a laptop's unless given. */
  readonly screen?: { readonly width: number; readonly height: number }
}

export interface Visit {
  readonly name: string
  readonly views: readonly View[]
}

// CSS pixels of a laptop's map.
const WIDTH = 1_280
const HEIGHT = 720
const TILE = 512

const SALES = 'default'
const RENTS = 'ad_sub_type=rent'
const HOUSES = 'property_type=house'

const MADRID = { lat: 40.42, lng: -3.7 }
const BARCELONA = { lat: 41.39, lng: 2.17 }
const LISBON = { lat: 38.72, lng: -9.14 }
const ROME = { lat: 41.9, lng: 12.49 }

type Place = Pick<View, 'lat' | 'lng'>

/** The bounds of a screen, by the Mercator projection. */
export function screenBounds({ lat, lng, zoom, screen = { width: WIDTH, height: HEIGHT } }: View): Bounds {
  const world = TILE * 2 ** zoom
  const halfWidth = (screen.width / 2 / world) * 360
  const y = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  const halfHeight = (screen.height / 2 / world) * 2 * Math.PI
  const latitude = (at: number) => ((2 * Math.atan(Math.exp(at)) - Math.PI / 2) * 180) / Math.PI
  return {
    west: lng - halfWidth,
    east: lng + halfWidth,
    south: latitude(y - halfHeight),
    north: latitude(y + halfHeight),
  }
}

export function at(place: Place, zoom: number, lens = SALES): View {
  return { ...place, zoom, lens }
}

/** Returns views side by side, each moved east and north by a share of a screen. */
export function pan(
  from: Place,
  zoom: number,
  steps: readonly (readonly [east: number, north: number])[],
  lens = SALES,
): View[] {
  const degrees = (360 * WIDTH) / (TILE * 2 ** zoom)
  let { lat, lng } = from
  return [[0, 0] as const, ...steps].map(([east, north]) => {
    lng += east * degrees
    lat += ((north * degrees * HEIGHT) / WIDTH) * Math.cos((lat * Math.PI) / 180)
    return { lat, lng, zoom, lens }
  })
}

export function zoomIn(place: Place, from: number, to: number, lens = SALES): View[] {
  return Array.from({ length: to - from + 1 }, (_, i) => at(place, from + i, lens))
}

const EAST = [0.5, 0] as const
const WEST = [-0.5, 0] as const
const NORTH = [0, 0.5] as const
const SOUTH = [0, -0.5] as const

/** Ten visits of several people to one proxy, in order. */
export const VISITS: readonly Visit[] = [
  { name: 'opens the country, zooms into a city', views: zoomIn(MADRID, 5, 12) },
  { name: 'pans about the city', views: pan(MADRID, 11, [EAST, EAST, NORTH, WEST, WEST, WEST, SOUTH, SOUTH, EAST]) },
  { name: 'zooms in and out', views: [11, 12, 13, 12, 11, 10, 9, 10, 11].map((zoom) => at(MADRID, zoom)) },
  {
    name: 'searches for two other cities',
    views: [at(BARCELONA, 11), at(BARCELONA, 12), at(LISBON, 11), at(LISBON, 12)],
  },
  {
    name: 'changes the lens over one view',
    views: [SALES, RENTS, HOUSES, SALES, RENTS].map((lens) => at(BARCELONA, 11, lens)),
  },
  { name: 'pans under another lens', views: pan(BARCELONA, 11, [NORTH, EAST, SOUTH, SOUTH, WEST, WEST], RENTS) },
  { name: 'comes back the next day', views: pan(MADRID, 11, [EAST, EAST, NORTH, WEST, WEST]) },
  {
    name: 'a second viewer, same city',
    views: [at(MADRID, 10), ...pan({ lat: 40.44, lng: -3.66 }, 12, [EAST, NORTH, WEST])],
  },
  { name: 'compares regions from afar', views: pan(ROME, 7, [NORTH, NORTH, WEST, WEST, SOUTH]) },
  {
    name: 'follows the coast',
    views: pan(BARCELONA, 10, [
      [0.6, 0.4],
      [0.6, 0.4],
      [-1.8, -1.2],
      [-0.6, -0.4],
    ]),
  },
]
