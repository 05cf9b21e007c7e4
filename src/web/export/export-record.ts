import type { OutlineGeometry } from './outline-geometry.ts'

/** A record of an export by its columns' names: text, numbers, and null for what is not known. */
export type ExportRecord = Readonly<Record<string, string | number | null>>

/** Records with their outlines, in the same order; null for an outline that is not known. */
export interface ExportTable {
  readonly records: readonly ExportRecord[]
  readonly outlines: readonly (OutlineGeometry | null)[]
}

/** Returns the table of a simulated market, whose records say so wherever the file goes. */
export function asSimulated({ records, outlines }: ExportTable): ExportTable {
  return { records: records.map((record) => ({ ...record, simulated: 'yes' })), outlines }
}

/** Begins the names of columns that a second map adds. */
export const SECOND = 'second_'

/**
 * Returns records with the columns of a second map's, whose names begin with `second_`. Two records belong together that have
 * the same `keys`; columns named in `shared` say the same of both maps.
 */
export function withSecondMap(
  records: readonly ExportRecord[],
  second: readonly ExportRecord[],
  { keys, shared }: { keys: readonly string[]; shared: readonly string[] },
): ExportRecord[] {
  const keyOf = (record: ExportRecord) => keys.map((key) => record[key]).join(' ')
  const others = new Map(second.map((record) => [keyOf(record), record]))
  const added = Object.keys(second[0] ?? {}).filter((column) => !keys.includes(column) && !shared.includes(column))
  return records.map((record) => {
    const other = others.get(keyOf(record))
    return { ...record, ...Object.fromEntries(added.map((column) => [`${SECOND}${column}`, other?.[column] ?? null])) }
  })
}
