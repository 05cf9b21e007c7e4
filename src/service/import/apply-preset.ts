import { readDialect } from '../csv/csv-dialect.ts'
import { firstBytes } from '../csv/file-bytes.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import type { ColumnPlan } from './columns/known-columns.ts'
import { LISTING_FIELDS } from './columns/listing-fields.ts'
import type { RawFile } from './file/raw-file.ts'
import { isRejectsForm, REJECTS_COLUMNS } from './file/rejects-form.ts'
import { type Lookups, loadLookups } from './presets/lookups.ts'
import { findColumns, type Preset } from './presets/preset.ts'
import { presetOf } from './presets/presets.ts'

/** The preset with which a file is read: the named one, or the one that recognises it; null when there is none. */
export function choosePreset(
  file: string,
  { preset, map }: { preset?: string | undefined; map?: Readonly<Record<string, string>> | undefined },
): Preset | null {
  if (preset !== undefined) return presetOf(preset, [])
  // Named columns (--map) say how the file is to be read.
  const isKnown = map === undefined && /\.(csv|tsv|txt)(\.gz)?$/i.test(file)
  return isKnown ? presetOf(undefined, firstRow(file)) : null
}

function firstRow(file: string): readonly string[] {
  try {
    const { header } = readDialect(firstBytes(file).toString('utf8'))
    return isRejectsForm(header) ? header.slice(REJECTS_COLUMNS.length) : header
  } catch {
    // The reader that follows reports what is wrong with the file.
    return []
  }
}

/** Fills table `cells` as a preset reads the rows of table `raw`, and `set_aside` with the rows that are not listings. */
export async function applyPreset(
  session: DuckSession,
  raw: RawFile,
  preset: Preset,
  lookups: Lookups,
): Promise<ColumnPlan> {
  const reason = preset.refuses?.(raw.header) ?? null
  if (reason !== null) throw new Error(reason)
  const found = findColumns(preset, raw.header)
  const missing = preset.required.filter((column) => !found.has(column))
  if (missing.length > 0) {
    throw new Error(
      `expected the columns of the preset ${preset.name}, found none for ${missing.join(', ')}; the columns are ${raw.header.join(', ')}`,
    )
  }
  const columns = Object.keys(preset.columns).map((column) => {
    const index = found.get(column)
    return `${index === undefined ? 'NULL::VARCHAR' : `present(c${index})`} AS ${column}`
  })
  await session.run(`CREATE VIEW source_row AS SELECT n, content, ${columns.join(', ')} FROM raw`)
  const fields = LISTING_FIELDS.map((field) => `${field} VARCHAR`).join(', ')
  await session.run(`CREATE TABLE cells (n BIGINT NOT NULL, content VARCHAR NOT NULL, ${fields})`)
  await loadLookups(session, preset, lookups)
  await session.run(preset.sql)
  return planOf(preset, raw.header)
}

/** The texts that the preset adds to the report. */
export async function presetNotes(session: DuckSession): Promise<string[]> {
  return (await session.rows<{ text: string }>('SELECT text FROM note')).map(({ text }) => text)
}

function planOf(preset: Preset, header: readonly string[]): ColumnPlan {
  const plan: ColumnPlan = {}
  for (const field of LISTING_FIELDS) {
    const origin = preset.fields[field]
    if (origin === undefined) continue
    const column = findColumns({ columns: { origin: [origin] } }, header).get('origin')
    if (origin.startsWith('=')) plan[field] = { constant: origin.slice(1) }
    else if (column !== undefined) plan[field] = { column }
  }
  return plan
}
