import type { Bounds } from '../../domain/tile.ts'

/** What a screen shows at rest: the middle of the map, MapLibre's zoom, and the lens's key. */
export interface View {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
  readonly lens: string
  /** In CSS pixels; by default a laptop's. */
  readonly screen?: { readonly width: number; readonly height: number }
}

// CSS pixels of a laptop's map.
const WIDTH = 1_280
const HEIGHT = 720
const TILE = 512

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

export function at(place: Place, zoom: number, lens = 'default'): View {
  return { ...place, zoom, lens }
}

/** Returns views side by side, each moved east and north by a share of a screen. */
export function pan(
  from: Place,
  zoom: number,
  steps: readonly (readonly [east: number, north: number])[],
  lens = 'default',
): View[] {
  const degrees = (360 * WIDTH) / (TILE * 2 ** zoom)
  let { lat, lng } = from
  return [[0, 0] as const, ...steps].map(([east, north]) => {
    lng += east * degrees
    lat += ((north * degrees * HEIGHT) / WIDTH) * Math.cos((lat * Math.PI) / 180)
    return { lat, lng, zoom, lens }
  })
}

export function zoomIn(place: Place, from: number, to: number, lens = 'default'): View[] {
  return Array.from({ length: to - from + 1 }, (_, i) => at(place, from + i, lens))
}
