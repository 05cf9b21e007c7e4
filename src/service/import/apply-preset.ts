import { readDialect } from '../csv/csv-dialect.ts'
import { firstBytes } from '../csv/file-bytes.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import type { ColumnPlan } from './columns/known-columns.ts'
import { LISTING_FIELDS } from './columns/listing-fields.ts'
import type { RawFile } from './file/raw/raw-file.ts'
import { isRejectsForm, REJECTS_COLUMNS } from './file/rejects-form.ts'
import { type Lookups, loadLookups } from './presets/lookups.ts'
import { findColumns, type Preset } from './presets/preset.ts'
import { presetOf } from './presets/presets.ts'

/** The preset by which a file has to be read from its first row on: the named one, or one without a header; null for others. */
export function presetBefore(file: string, { preset }: { preset?: string | undefined }): Preset | null {
  if (preset !== undefined) return presetOf(preset, [])
  const found = /\.(csv|tsv|txt)(\.gz)?$/i.test(file) ? presetOf(undefined, firstRow(file)) : null
  return found?.headerless ? found : null
}

/**
 * The preset that recognises a file of any kind by the names of its columns. Throws if the user has named columns
 * (`--map`): only the preset can turn such rows into listings, and it uses its own columns.
 */
export function presetByNames(
  header: readonly string[],
  { preset, map }: { preset?: string | undefined; map?: Readonly<Record<string, string>> | undefined },
): Preset | null {
  const found = preset === undefined ? presetOf(undefined, header) : null
  if (found === null || map === undefined) return found
  throw new Error(
    `the file is of the set ${found.name}, whose preset has its own columns; leave out --map, or read it without the preset with --preset none`,
  )
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
      `expected the columns of the preset ${preset.name}, found none for ${missing.join(', ')}; the columns are ${raw.header.join(', ')}. With --preset none, each row counts as a sale of its own`,
    )
  }
  const columns = Object.keys(preset.columns).map((column) => {
    const index = found.get(column)
    if (index === undefined) return `NULL::VARCHAR AS ${column}`
    // Codes and counts read 2.0 if a program has turned them into numbers.
    const text = `present(c${index})`
    return `${raw.numeric.has(index) ? `without_zero(${text})` : text} AS ${column}`
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
