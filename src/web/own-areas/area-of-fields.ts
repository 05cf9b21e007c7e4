import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { type Cell, parseFigureCell } from '../../domain/cell.ts'
import type { LatLng } from '../../domain/distance.ts'
import { parseGeoId } from '../../domain/place.ts'
import { RADIUS_KM_MIN } from '../drawing/radius.ts'
import type { AreaShape } from '../state/address/area-choice.ts'
import { fileSource } from '../ui/words/file-source.ts'
import { degreesOf } from './degrees.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What columns of hexagons are called, also by other programs: `h3`, `h3_index`, `hex_id`, `h3_08`. */
const CELL_NAME = /^(h3|hex)([ _-]?(id|index|cell|address|hex))?([ _-]?(r|res)?\d+)?$/i

/** Returns the place or the hexagon that a saved area's fields name; null where its geometry says what it is. */
export function areaOfFields(fields: Fields): AreaShape | null {
  if (fields.kind === 'cell') {
    const cell = parseFigureCell(String(fields.h3))
    return cell && { kind: 'cell', cell }
  }
  // Another service may call another place so.
  if (fields.kind !== 'place' || fields.source !== fileSource()) return null
  const geo_id = parseGeoId(String(fields.geo_id))
  return geo_id && { kind: 'place', geo_id }
}

/** Returns the centre of a saved circle; null for any other fields. */
export function centreOfFields(fields: Fields): LatLng | null {
  const [lat, lng] = [degreesOf(textOf(fields.lat)), degreesOf(textOf(fields.lng))]
  return fields.kind === 'circle' && radiusOfFields(fields) !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : null
}

/** Returns the radius that stands beside a point; null where none does that a circle can have. */
export function radiusOfFields(fields: Fields): { radius_km: number } | null {
  const radius_km = degreesOf(textOf(fields.radius_km))
  return radius_km >= RADIUS_KM_MIN && radius_km <= RADIUS_KM_MAX ? { radius_km } : null
}

/** Whether a column's name is one for hexagons. */
export function isCellName(name: string): boolean {
  return CELL_NAME.test(name)
}

/** Returns the hexagon whose id a feature has, as those of saved hexagons do; null for any other id. */
export function cellOfId(id: unknown): Cell | null {
  return typeof id === 'string' ? parseFigureCell(id) : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
