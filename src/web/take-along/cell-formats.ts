import type { CellRecord } from '../export/cell-records.ts'
import { recordsCsv } from '../export/records-csv.ts'
import { recordsGeoJson } from '../export/records-geojson.ts'

export const FORMATS = ['CSV', 'GeoJSON', 'GeoParquet'] as const
export type CellFormat = (typeof FORMATS)[number]

interface SavedCells {
  readonly blob: Blob
  /** The ending of a file's name, without its dot. */
  readonly ending: string
}

/** Returns records as a file. */
export async function fileInFormat(format: CellFormat, records: readonly CellRecord[]): Promise<SavedCells> {
  switch (format) {
    case 'CSV':
      return { blob: new Blob([recordsCsv(records)], { type: 'text/csv' }), ending: 'csv' }
    case 'GeoJSON':
      return { blob: new Blob([recordsGeoJson(records)], { type: 'application/geo+json' }), ending: 'geojson' }
    case 'GeoParquet': {
      // Loaded when somebody wants it: few do.
      const { recordsGeoParquet } = await import('../export/records-geoparquet.ts')
      const type = 'application/vnd.apache.parquet'
      return { blob: new Blob([recordsGeoParquet(records)], { type }), ending: 'parquet' }
    }
  }
}
