import type { AreaSelector } from '../../contract/area.ts'
import type { Resolution } from '../../domain/cell.ts'
import { at, pan, type View, zoomIn } from './screens.ts'

/** One action of a viewer: a screen at rest, or an area that they ask for. */
export type Action =
  | ({ readonly kind: 'view' } & View)
  | { readonly kind: 'area'; readonly area: AreaSelector; readonly resolution: Resolution; readonly lens: string }

export interface StrangeVisit {
  readonly name: string
  /** How many do the same at the same time. */
  readonly viewers: number
  readonly actions: readonly Action[]
}

const SALES = 'default'
const RENTS = 'ad_sub_type=rent'
const HOUSES = 'property_type=house'

const MADRID = { lat: 40.42, lng: -3.7 }
const BARCELONA = { lat: 41.39, lng: 2.17 }
const PARIS = { lat: 48.86, lng: 2.35 }
const ROME = { lat: 41.9, lng: 12.49 }
const PORTO = { lat: 41.15, lng: -8.61 }
const REUNION = { lat: -21.1, lng: 55.5 }
const GUADELOUPE = { lat: 16.2, lng: -61.5 }
const ATLANTIC = { lat: 41, lng: -13 }
const PHONE = { width: 390, height: 844 }

function views(screens: readonly View[]): Action[] {
  return screens.map((view) => ({ kind: 'view', ...view }))
}

function circle(place: { lat: number; lng: number }, radius_km: number, resolution: Resolution): Action {
  return { kind: 'area', area: { ...place, radius_km }, resolution, lens: SALES }
}

function visit(name: string, actions: readonly Action[], viewers = 1): StrangeVisit {
  return { name, viewers, actions }
}

/** Twelve visits, each to a proxy that knows nothing about the service yet. */
export const STRANGE_VISITS: readonly StrangeVisit[] = [
  visit(
    'pans',
    views(
      pan(MADRID, 11, [
        [0.5, 0],
        [0.5, 0],
        [0, 0.5],
        [-0.5, 0],
        [-0.5, 0],
        [0, -0.5],
      ]),
    ),
  ),
  visit('zooms', views(zoomIn(BARCELONA, 5, 13))),
  visit('searches', views([at(PARIS, 12), at(ROME, 11), at(PORTO, 12), at(MADRID, 10)])),
  visit(
    'changes the lens',
    views([SALES, RENTS, HOUSES, 'property_type=house&rooms=3', SALES].map((lens) => at(PARIS, 11, lens))),
  ),
  visit(
    'wanders',
    views([
      ...pan(ROME, 9, [
        [0.7, 0.3],
        [0.6, -0.4],
      ]),
      ...pan(ROME, 12, [
        [-0.8, 0.2],
        [0.3, 0.9],
      ]),
      at(ROME, 7),
    ]),
  ),
  visit(
    'follows the coast',
    views(
      pan(BARCELONA, 10, [
        [0.6, 0.4],
        [0.6, 0.4],
        [-1.8, -1.2],
        [-0.6, -0.4],
      ]),
    ),
  ),
  visit('uses a phone', views(zoomIn(PORTO, 8, 13).map((view) => ({ ...view, screen: PHONE })))),
  visit('sees the world', views([at({ lat: 46, lng: 3 }, 3), at({ lat: 48, lng: 4 }, 4), at(PARIS, 5)])),
  visit(
    'compares regions',
    views(
      pan(ROME, 7, [
        [0, 0.5],
        [0, 0.5],
        [-0.5, 0],
        [-0.5, 0],
      ]),
    ),
  ),
  visit('draws small areas', [circle(PARIS, 2, 8), circle(PARIS, 5, 8), circle(ROME, 10, 8), circle(ROME, 10, 7)]),
  visit('draws large areas', [circle(MADRID, 50, 7), circle(MADRID, 150, 6), circle(PARIS, 500, 5)]),
  visit('fifty viewers', views([at(MADRID, 10), at(MADRID, 11)]), 50),
]

/** Visits to services with sea: to islands far from their market's mainland, and over open water. */
export const SEA_VISITS: readonly StrangeVisit[] = [
  visit('goes overseas', views([at(REUNION, 7), at(REUNION, 9), at(REUNION, 11), at(GUADELOUPE, 11)])),
  visit('crosses the ocean', views([at(ATLANTIC, 11), at(ATLANTIC, 9), at(PORTO, 10)])),
]
