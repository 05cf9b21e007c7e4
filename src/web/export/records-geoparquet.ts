import { geojsonToWkb, parquetWriteBuffer } from 'hyparquet-writer'
import { type ExportRecord, type ExportTable, SECOND } from './export-record.ts'

/** Columns of text that may have no text at all, as those of whole numbers may have no number. */
const TEXT = new Set(
  (
    'h3 place state currency amounts size_unit as_of window_start window_end since_as_of since_window_start since_window_end lens default_filters ' +
    'area name kind outline level geo_id part_of baseline metric overlap source simulated'
  ).split(' '),
)
const WHOLE = /^(resolution|rank|listings|cells(_.+)?)$/

/** Returns records as a GeoParquet file (version 1.1): a column for each field, and `geometry` with the outlines as WKB. */
export function recordsGeoParquet({ records, outlines }: ExportTable): ArrayBuffer {
  const shapes = records.map((_, index) => outlines[index] ?? null)
  const types = new Set(shapes.flatMap((shape) => shape?.type ?? []))
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: [...types] } },
  }
  return parquetWriteBuffer({
    columnData: [
      ...Object.keys(records[0] ?? {}).map((name) => columnOf(name, records)),
      {
        name: 'geometry',
        data: shapes.map((shape) => shape && geojsonToWkb(shape)),
        type: 'BYTE_ARRAY' as const,
        nullable: true,
      },
    ],
    kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
  })
}

function columnOf(name: string, records: readonly ExportRecord[]) {
  const data = records.map((record) => record[name] ?? null)
  const own = name.startsWith(SECOND) ? name.slice(SECOND.length) : name
  const isText = TEXT.has(own) || data.some((value) => typeof value === 'string')
  const type = isText ? 'STRING' : WHOLE.test(own) ? 'INT32' : 'DOUBLE'
  return { name, data, type: type as 'STRING' | 'INT32' | 'DOUBLE', nullable: true }
}
