import { latLngToCell } from 'h3-js'
import { type Cell, type Resolution, trustCell } from './cell.ts'
import type { LatLng } from './distance.ts'

/** At coarser resolutions, a cell may have no named place that contains all of it. */
const COARSEST = 6

/** Returns the cell whose places decide the classes at a point; nearby points share it, and so all answers about it. */
export function scaleCell({ lat, lng }: LatLng, resolution: Resolution): Cell {
  return trustCell(latLngToCell(lat, lng, Math.max(COARSEST, resolution)))
}
