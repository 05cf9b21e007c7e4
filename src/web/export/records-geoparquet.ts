import { geojsonToWkb, parquetWriteBuffer } from 'hyparquet-writer'
import { parseCell } from '../../domain/cell.ts'
import { cellPolygon } from './cell-polygon.ts'
import type { CellRecord } from './cell-records.ts'

/** A column of text may have no text at all, and one of whole numbers no number. */
const TEXT = new Set(['h3', 'place', 'state', 'currency', 'size_unit', 'as_of', 'window_start', 'window_end', 'lens'])
const WHOLE = new Set(['resolution', 'listings'])

/** Returns records as a GeoParquet file (version 1.1): a column for each field, and `geometry` with the outlines as WKB. */
export function recordsGeoParquet(records: readonly CellRecord[]): ArrayBuffer {
  const shapes = records.map(({ h3 }) => {
    const cell = parseCell(String(h3))
    if (!cell) throw new Error(`expected the id of a cell, found "${h3}"`)
    return cellPolygon(cell)
  })
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: [...new Set(shapes.map(({ type }) => type))] } },
  }
  return parquetWriteBuffer({
    columnData: [
      ...Object.keys(records[0] ?? {}).map((name) => columnOf(name, records)),
      { name: 'geometry', data: shapes.map((shape) => geojsonToWkb(shape)), type: 'BYTE_ARRAY' as const },
    ],
    kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
  })
}

function columnOf(name: string, records: readonly CellRecord[]) {
  const data = records.map((record) => record[name] ?? null)
  const type = TEXT.has(name) ? 'STRING' : WHOLE.has(name) ? 'INT32' : 'DOUBLE'
  return { name, data, type: type as 'STRING' | 'INT32' | 'DOUBLE', nullable: true }
}
