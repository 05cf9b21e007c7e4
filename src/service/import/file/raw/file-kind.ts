import { closeSync, openSync, readSync } from 'node:fs'

const WORKBOOK_IN_XML = /^(\xef\xbb\xbf)?\s*<\?xml.*urn:schemas-microsoft-com:office:spreadsheet/su

/** What a file's first bytes show, for files that are certainly not a table that can be imported. */
const KINDS: readonly (readonly [kind: string, starts: RegExp])[] = [
  ['an empty file', /^$/su],
  ['a PDF', /^%PDF-/su],
  ['a PNG image', /^\x89PNG/su],
  ['a JPEG image', /^\xff\xd8\xff/su],
  ['a GIF image', /^GIF8[79]a/su],
  ['a binary Excel workbook (.xlsb)', /^PK\p{Cc}{2}.*(xl\/\w+\.bin|excel\.sheet\.binary)/su],
  ['an Excel workbook', /^PK\p{Cc}{2}.*(xl\/|\[Content_Types\]\.xml.*spreadsheetml)/su],
  ['a Word document', /^PK\p{Cc}{2}.*(word\/|wordprocessingml)/su],
  ['a PowerPoint document', /^PK\p{Cc}{2}.*ppt\//su],
  ['an OpenDocument spreadsheet', /^PK\p{Cc}{2}.*opendocument\.spreadsheet/su],
  ['an OpenDocument file', /^PK\p{Cc}{2}.*opendocument/su],
  ['a zipped shapefile', /^PK\p{Cc}{2}.*\.(?:shp|dbf|shx)\b/isu],
  ['a shapefile', /^\0\0'\n/su],
  ['a zip archive', /^PK\p{Cc}{2}/su],
  ['an Excel workbook or other Office document from before 2007', /^\xd0\xcf\p{Cc}\xe0/su],
  ['an RTF document', /^\{\\rtf/su],
  ['a 7z archive', /^7z\xbc\xaf/su],
  ['a RAR archive', /^Rar!/su],
  ['a bzip2 archive', /^BZh\d/su],
  ['an xz archive', /^\xfd7zXZ/su],
  ['a Zstandard archive', /^\x28\xb5\x2f\xfd/su],
  ['a tar archive', /^.{257}ustar/su],
  ['a GeoPackage', /^SQLite format 3.{53}GP/su],
  ['a SQLite database', /^SQLite format 3/su],
  ['the pointer of a file that Git LFS keeps elsewhere', /^version https:\/\/git-lfs\.github\.com\//su],
  [
    'SQL statements',
    /^(\xef\xbb\xbf)?(?:\s|--[^\n]*\n|\/\*(?:(?!\*\/).)*\*\/;?)*(?:create table|drop table|insert into|begin;|begin transaction|pragma|set \w+ ?=)/isu,
  ],
  ['a table drawn with lines', /^(\xef\xbb\xbf)?\s*\xe2(?:\x94[\x8c\x8f]|\x95[\x94\xad])/su],
  ['text in UTF-32', /^(\xff\xfe\0\0|\0\0\xfe\xff|[^\0]\0\0\0[^\0]\0\0\0|\0\0\0[^\0]\0\0\0[^\0])/su],
  ['an HTML page', /^(\xef\xbb\xbf)?\s*(<!--(?:(?!-->).)*-->\s*)*<(!doctype html|html|head|body|table)\b/isu],
  ['an Excel workbook in XML', WORKBOOK_IN_XML],
  ['XML', /^(\xef\xbb\xbf)?\s*<\?xml/su],
  ['TopoJSON', /^(\xef\xbb\xbf)?\s*\{\s*"type"\s*:\s*"Topology"/su],
  ['GeoJSON', /^(\xef\xbb\xbf)?\s*\{.*"type"\s*:\s*"Feature(Collection)?"/su],
  ['JSON', /^(\xef\xbb\xbf)?\s*(\[\s*)?\{\s*"/su],
]

const CONVERT_POINTS =
  'convert its points to GeoJSON, for example with QGIS or "ogr2ogr -t_srs EPSG:4326 listings.geojson FILE"'

const PARQUET = /^PAR1/
const GZIP = /^\p{Cc}\x8b/u

const UNPACK = 'unpack it and import the table in it'

/** What to do with some kinds; for the others, there is nothing but another file. */
const ADVICE: Readonly<Record<string, string>> = {
  'an Excel workbook': 'the name of such a file should end in .xlsx',
  GeoJSON: 'the name of such a file should end in .geojson',
  TopoJSON: 'convert it to GeoJSON, as "topo2geo" and QGIS do',
  JSON: 'the name of such a file should end in .json, or in .jsonl with one object a line',
  XML: 'the name of such a file should end in .xml',
  'an Excel workbook in XML': 'save it as .xlsx',
  'a binary Excel workbook (.xlsb)': 'save it as .xlsx',
  'an OpenDocument spreadsheet': 'save the sheet as CSV (UTF-8)',
  'an Excel workbook or other Office document from before 2007': 'save the sheet as CSV (UTF-8)',
  'a zipped shapefile': CONVERT_POINTS,
  'a GeoPackage': CONVERT_POINTS,
  'an HTML page': 'if it has the table, open it in Excel or LibreOffice and save it as .xlsx',
  'a shapefile': CONVERT_POINTS,
  'a table drawn with lines': 'write it as CSV, as "duckdb -csv", "sqlite3 -header -csv" and "psql --csv" do',
  'a zip archive': UNPACK,
  'a 7z archive': UNPACK,
  'a RAR archive': UNPACK,
  'a bzip2 archive': UNPACK,
  'an xz archive': UNPACK,
  'a Zstandard archive': UNPACK,
  'a tar archive': UNPACK,
  'the pointer of a file that Git LFS keeps elsewhere': 'fetch the file itself, as "git lfs pull" does',
  'text in UTF-32': 'save it as UTF-8',
  'a SQLite database':
    'write its table as CSV, as "sqlite3 -header -csv FILE \'SELECT * FROM TABLE\' > listings.csv" does',
  'SQL statements': 'load them into a database and write the table as CSV',
}

/** Throws when the unpacked first bytes of a file are certainly not a table of text, naming what they are. */
export function refuseOtherKinds(start: Buffer): void {
  const text = start.subarray(0, 8192).toString('latin1')
  if (PARQUET.test(text)) throw new Error('this is Parquet; the name of such a file should end in .parquet')
  refusePacked(start)
  const kind = KINDS.find(([, starts]) => starts.test(text))?.[0]
  if (kind) throw refusal(kind)
}

/** Throws when the first bytes of a file, unpacked if its name says that it is packed, are still packed. */
export function refusePacked(start: Buffer): void {
  if (!GZIP.test(start.subarray(0, 2).toString('latin1'))) return
  throw new Error(
    'this is packed with gzip: if its name does not end in .gz, it should; else it is packed twice, so unpack it',
  )
}

/** Throws when a file has nothing in it but white space. */
export function refuseEmpty(text: string): void {
  if (!/\S/.test(text)) throw refusal('an empty file')
}

/** Throws when an XML document is a workbook as Excel 2003 saves it. */
export function refuseWorkbookInXml(start: Buffer): void {
  if (WORKBOOK_IN_XML.test(start.subarray(0, 8192).toString('latin1'))) throw refusal('an Excel workbook in XML')
}

const REQUIRED = { Parquet: PARQUET, gzip: GZIP, 'an Excel workbook': /^PK\p{Cc}{2}/u } as const

/** Throws when a file that is called .parquet, .gz or .xlsx is something else, naming what it is if it is known. */
export function requireKind(file: string, kind: keyof typeof REQUIRED): void {
  const start = startOf(file)
  const other = KINDS.find(([, starts]) => starts.test(start))?.[0]
  // A workbook is a zip archive whose first bytes may not show more than that.
  if (REQUIRED[kind].test(start) && (other === undefined || other === kind || other === 'a zip archive')) return
  if (other) throw refusal(other)
  throw new Error(`the file is not ${kind}, although its name says so; if it is a table of text, name it .csv`)
}

function refusal(kind: string): Error {
  const advice = ADVICE[kind] ? `; ${ADVICE[kind]}` : ''
  return new Error(`expected listings as CSV, Parquet, JSON, GeoJSON, XML or .xlsx, found ${kind}${advice}`)
}

function startOf(file: string): string {
  const bytes = Buffer.alloc(8192)
  const descriptor = openSync(file, 'r')
  try {
    return bytes.subarray(0, readSync(descriptor, bytes)).toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}
