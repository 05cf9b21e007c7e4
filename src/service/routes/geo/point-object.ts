import { cellToCenterChild, latLngToCell } from 'h3-js'
import type { PointObject } from '../../../contract/service/geo.ts'
import {
  type Cell,
  cellResolution,
  cellToBigInt,
  cellToDecimal,
  RESOLUTIONS,
  type Resolution,
  trustCell,
} from '../../../domain/cell.ts'
import { cellCenter, type LatLng } from '../../../domain/distance.ts'
import { parentId } from '../../places/cell-id.ts'
import type { PlaceBook } from '../../places/place-store.ts'
import { levelRank, type Place } from '../../places/place-tree.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import type { Town } from '../../search/geocoder.ts'
import { zoneRows } from './zone-row.ts'

/**
 * The cell around a point at a resolution, named after `town` when it stands for one. Apart from the coordinates, it is the same
 * as the cell by its id.
 */
export function pointAt(deps: ServiceDeps, at: LatLng, resolution: Resolution, town?: Town): Promise<PointObject> {
  return pointObject(deps, trustCell(latLngToCell(at.lat, at.lng, resolution)), { at, town })
}

/** A cell of resolution 4 to 8 as a point. */
export function pointOfCell(deps: ServiceDeps, cell: Cell): Promise<PointObject> {
  return pointObject(deps, cell, { at: cellCenter(cell) })
}

async function pointObject(
  deps: ServiceDeps,
  cell: Cell,
  { at, town }: { at: LatLng; town?: Town | undefined },
): Promise<PointObject> {
  const book = deps.places.current()
  // A coarse cell has the zones around its centre.
  const holders = placesAround(book, trustCell(cellToCenterChild(cell, 8)))
  const listingCountry = deps.heldCells.current()?.countryOf(cell) ?? null
  return {
    kind: 'point',
    name: town?.name ?? holders[0]?.name ?? null,
    lat: at.lat,
    lng: at.lng,
    h3: cellToDecimal(cell),
    country: town?.country ?? holders[0]?.country ?? listingCountry,
    prices_available: listingCountry !== null,
    zones: await zoneRows(deps, book, holders),
  }
}

/** The zones that contain a cell of resolution 8, from fine to coarse. */
function placesAround(book: PlaceBook, inside: Cell): Place[] {
  const line = RESOLUTIONS.map((resolution) => parentId(cellToBigInt(inside), resolution))
  const ids = new Set(book.holdersOf(line).map(({ geo_id }) => geo_id))
  const places = [...ids].map((id) => book.tree.get(id)).filter((place) => place !== null)
  return places.sort((a, b) => levelRank(b.level) - levelRank(a.level) || (a.geo_id < b.geo_id ? -1 : 1))
}

/** Whether figures exist at a cell's resolution. */
export function isHeldResolution(cell: Cell): boolean {
  return RESOLUTIONS.some((resolution) => resolution === cellResolution(cell))
}
