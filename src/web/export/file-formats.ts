import { decimalMark } from '../language/formats.ts'
import type { ExportTable } from './export-record.ts'
import { excelManner, recordsCsv } from './records-csv.ts'
import { recordsGeoJson } from './records-geojson.ts'

/** `Excel` is CSV with the signs and the encoding by which a spreadsheet in the reader’s language opens it. */
export const FORMATS = ['CSV', 'Excel', 'GeoJSON', 'GeoParquet'] as const
/** Those that need no outlines. */
export const TABLE_FORMATS = ['CSV', 'Excel'] as const
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
    case 'Excel': {
      const text = recordsCsv(table.records, excelManner(decimalMark()))
      return { blob: new Blob([text], { type: 'text/csv' }), ending: 'excel.csv' }
    }
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
