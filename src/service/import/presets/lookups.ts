import { readDialect } from '../../csv/csv-dialect.ts'
import { firstBytes } from '../../csv/file-bytes.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { literalPath } from '../../storage/literal-path.ts'
import { requireFile } from '../../storage/require-file.ts'
import { findColumns, type Preset } from './preset.ts'

/** Files of other sets that a preset needs. */
export interface Lookups {
  /** Positions of postcodes. */
  readonly postcodes?: string | undefined
  /** Energy performance certificates. */
  readonly epc?: readonly string[] | undefined
}

const POSTCODE = {
  postcode: ['pcds', 'pcd', 'pcd8', 'pcd7', 'postcode', 'pcd2'],
  lat: ['lat', 'latitude'],
  lng: ['long', 'lng', 'lon', 'longitude'],
}
const CERTIFICATE = {
  postcode: ['postcode'],
  address: ['address'],
  address1: ['address1', 'address_line_1'],
  address2: ['address2', 'address_line_2'],
  address3: ['address3', 'address_line_3'],
  building: ['uprn', 'building_reference_number'],
  area: ['total_floor_area'],
  lodged_on: ['lodgement_date', 'registration_date', 'inspection_date'],
}

/** The preset that uses these files. */
const USER = 'uk-ppd'

/** Throws where files are given that nothing would read. */
export function refuseUnusedLookups(preset: Preset | null, { postcodes, epc = [] }: Lookups): void {
  if (preset?.name === USER || (postcodes === undefined && epc.length === 0)) return
  throw new Error(
    `--postcodes and --epc belong to the preset ${USER}, and this file is not of its kind; leave them out`,
  )
}

/** Fills the tables of positions and certificates that the preset `uk-ppd` joins; throws when positions are missing. */
export async function loadLookups(
  session: DuckSession,
  { name }: Preset,
  { postcodes, epc = [] }: Lookups,
): Promise<void> {
  if (name !== USER) return
  if (postcodes === undefined) {
    throw new Error(
      'Price Paid Data has no coordinates; pass a file with the positions of postcodes with --postcodes, such as the ONS Postcode Directory',
    )
  }
  await load(session, postcodes, 'postcode_point', POSTCODE, Object.keys(POSTCODE))
  await session.run(
    'CREATE TABLE certificate (postcode VARCHAR, address VARCHAR, building VARCHAR, area VARCHAR, lodged_on VARCHAR)',
  )
  for (const file of epc) {
    await load(session, file, 'certificate_row', CERTIFICATE, ['postcode', 'area', 'lodged_on'])
    // The single lines are certain; the column of the whole address can have the postcode at its end.
    await session.run(`INSERT INTO certificate
      SELECT postcode, coalesce(nullif(concat_ws(' ', address1, address2, address3), ''), address), building, area, lodged_on
      FROM certificate_row;
      DROP TABLE certificate_row`)
  }
}

async function load(
  session: DuckSession,
  file: string,
  table: string,
  columns: Readonly<Record<string, readonly string[]>>,
  required: readonly string[],
): Promise<void> {
  requireFile(file, `${file}: `)
  const { header, delimiter } = readDialect(firstBytes(file).toString('utf8'))
  const found = findColumns({ columns }, header)
  const missing = required.filter((column) => !found.has(column))
  if (missing.length > 0) {
    throw new Error(
      `${file}: expected columns for ${required.join(', ')}, found none for ${missing.join(', ')}; the columns are ${header.slice(0, 40).join(', ')}`,
    )
  }
  const select = Object.keys(columns).map((column) => {
    const index = found.get(column)
    return `${index === undefined ? 'NULL::VARCHAR' : `present(c${index})`} AS ${column}`
  })
  const types = header.map((_, i) => `c${i}: 'VARCHAR'`).join(', ')
  const source = `read_csv($file, auto_detect = false, hive_partitioning = false, header = true, columns = {${types}},
    delim = $delimiter, quote = '"', escape = '"')`
  await session.run(`CREATE TABLE ${table} AS SELECT ${select.join(', ')} FROM ${source}`, {
    file: literalPath(file),
    delimiter,
  })
}
