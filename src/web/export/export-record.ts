import type { Edition } from '../../contract/proxy-api.ts'
import { lensKey } from '../../domain/lens.ts'
import type { Units } from '../figures/figure-words.ts'
import type { OutlineGeometry } from './outline-geometry.ts'

/** A record of an export by its columns' names: text, numbers, and null for what is not known. */
export type ExportRecord = Readonly<Record<string, string | number | null>>

/** Records with their outlines, in the same order; null for an outline that is not known. */
export interface ExportTable {
  readonly records: readonly ExportRecord[]
  readonly outlines: readonly (OutlineGeometry | null)[]
}

/** Returns the table with what every record says wherever a file goes: where it comes from, and that a market is simulated. */
export function withSource({ records, outlines }: ExportTable, source: string, isSimulated: boolean): ExportTable {
  const more = { source, ...(isSimulated && { simulated: 'yes' }) }
  return { records: records.map((record) => ({ ...record, ...more })), outlines }
}

/** Returns what the amounts of a record are: their currency, its rate where they were converted, and whether they are rents. */
export function moneyColumns(units: Units | null): ExportRecord {
  return {
    currency: units?.currency ?? null,
    exchange_rate: units?.rate ?? null,
    amounts: units && (units.isRent ? 'monthly_rents' : 'prices'),
  }
}

/** Returns which listings a record is about: the filters that were asked for, and those that the service applied besides. */
export function filterColumns(edition: Pick<Edition, 'lens' | 'defaults'> | null): ExportRecord {
  const defaults = Object.entries(edition?.defaults ?? {})
  return {
    lens: edition?.lens ?? null,
    default_filters: defaults.length === 0 ? null : lensKey(Object.fromEntries(defaults)),
  }
}

/** Returns what a change was computed from: the earlier period, and the currency that both were bought in, whichever is shown. */
export function changeColumns(
  since: Pick<Edition, 'as_of' | 'window_start' | 'window_end'> | null,
  edition: Pick<Edition, 'currency'> | null,
): ExportRecord {
  if (since === null) return {}
  return {
    since_as_of: since.as_of,
    // A service need not state the days.
    since_window_start: since.window_start || null,
    since_window_end: since.window_end || null,
    change_currency: edition?.currency ?? null,
  }
}

const SIGNIFICANT_DIGITS = 12

/** A mean of two decimal numbers can miss the decimal one that it is: 13.99426552, not 13.994265519999999. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS))
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
