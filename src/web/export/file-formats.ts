import type { ExportTable } from './export-record.ts'
import { recordsCsv } from './records-csv.ts'
import { recordsGeoJson } from './records-geojson.ts'

export const FORMATS = ['CSV', 'GeoJSON', 'GeoParquet'] as const
export type FileFormat = (typeof FORMATS)[number]

interface ExportFile {
  readonly blob: Blob
  /** The ending of a file's name, without its dot. */
  readonly ending: string
}

/** Returns records as a file. */
export async function fileInFormat(format: FileFormat, table: ExportTable): Promise<ExportFile> {
  switch (format) {
    case 'CSV':
      return { blob: new Blob([recordsCsv(table.records)], { type: 'text/csv' }), ending: 'csv' }
    case 'GeoJSON':
      return { blob: new Blob([recordsGeoJson(table)], { type: 'application/geo+json' }), ending: 'geojson' }
    case 'GeoParquet': {
      // Loaded when somebody wants it: few do.
      const { recordsGeoParquet } = await import('./records-geoparquet.ts')
      const type = 'application/vnd.apache.parquet'
      return { blob: new Blob([recordsGeoParquet(table)], { type }), ending: 'parquet' }
    }
  }
}
