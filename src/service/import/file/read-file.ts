import { firstBytes } from '../../csv/file-bytes.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { readJson } from './documents/read-json.ts'
import { readXml } from './documents/read-xml.ts'
import { refuseOtherKinds } from './raw/file-kind.ts'
import type { RawFile, ReadOptions } from './raw/raw-file.ts'
import { readCsv } from './read-csv.ts'
import { readParquet } from './read-parquet.ts'
import { readWorkbook } from './read-workbook.ts'

type Reader = (session: DuckSession, file: string, options: ReadOptions) => Promise<RawFile>

/** The readers by the end of a file's name. */
const READERS: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/\.(csv|tsv|txt)(\.gz)?$/i, readCsv],
  [/\.parquet$/i, readParquet],
  [/\.(json|jsonl|ndjson|geojson|geojsonl|geojsons|geojsonseq)(\.gz)?$/i, readJson],
  [/\.xlsx$/i, readWorkbook],
  [/\.xml(\.gz)?$/i, readXml],
]

/** Fills table `raw` from a file of a known kind; throws when it cannot be read or its rows do not add up. */
export async function readFileIntoTable(session: DuckSession, file: string, options: ReadOptions): Promise<RawFile> {
  const read = READERS.find(([name]) => name.test(file))?.[1]
  if (read) return read(session, file, options)
  refuseOtherKinds(firstBytes(file))
  throw new Error(
    'the file name should end in .csv, .csv.gz, .tsv, .txt, .parquet, .json, .jsonl, .geojson, .xml (these with .gz too) or .xlsx',
  )
}
