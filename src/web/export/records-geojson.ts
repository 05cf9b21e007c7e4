import { parseCell } from '../../domain/cell.ts'
import { cellPolygon } from './cell-polygon.ts'
import type { CellRecord } from './cell-records.ts'

/** Returns records as a GeoJSON FeatureCollection (RFC 7946): each cell's outline with its record as properties. */
export function recordsGeoJson(records: readonly CellRecord[]): string {
  const features = records.flatMap((properties) => {
    const cell = parseCell(String(properties.h3))
    return cell ? { type: 'Feature', id: cell, geometry: cellPolygon(cell), properties } : []
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}
