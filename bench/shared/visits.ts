import { at, pan, type View, zoomIn } from '../../src/testing/strange-visits/screens.ts'

export interface Visit {
  readonly name: string
  readonly views: readonly View[]
}

const SALES = 'default'
const RENTS = 'ad_sub_type=rent'
const HOUSES = 'property_type=house'

const MADRID = { lat: 40.42, lng: -3.7 }
const BARCELONA = { lat: 41.39, lng: 2.17 }
const LISBON = { lat: 38.72, lng: -9.14 }
const ROME = { lat: 41.9, lng: 12.49 }

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
