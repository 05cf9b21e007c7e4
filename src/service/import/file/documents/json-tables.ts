import type { ReadOptions } from '../raw/raw-file.ts'
import { isObject } from './geo-json.ts'

type Names = NonNullable<ReadOptions['isListing']>

/**
 * The rows of a list of lists whose first has the names, as objects; null for another list. Google Sheets answers with
 * such `values`.
 */
export function rowsBelowNames(list: readonly unknown[], isListing: Names): readonly unknown[] | null {
  const [first, ...rows] = list
  const names = Array.isArray(first) ? namesIn(first) : null
  return names && isListing(names) ? rows.map((row) => named(row, names)) : null
}

/**
 * The rows of an object that has the names of columns in one list and rows in another, as pandas (`orient="split"`) and
 * CKAN write them, or both in one; null for another object. The names can be within its objects, as in Socrata's `meta.view`.
 */
export function rowsBesideNames(
  document: Readonly<Record<string, unknown>>,
  isListing: Names,
): readonly unknown[] | null {
  const lists = Object.values(document).filter(Array.isArray)
  const [rows, ...others] = lists.filter((list) => list.length > 0 && list.every(Array.isArray))
  if (!rows || others.length > 0) return null
  const names = [...lists, ...listsWithin(document)].map(namesIn).find((each) => each !== null && isListing(each))
  return names ? rows.map((row) => named(row, names)) : rowsBelowNames(rows, isListing)
}

/** More cells than the properties of one home, such as those of its price; only numbers of rows can be fewer. */
const MANY_CELLS = 10

/**
 * The rows of an object that has a list of cells for each column, or an object of cells by row, as pandas writes them
 * (`orient="list"` and `to_json` without one); null for another object.
 */
export function rowsOfColumns(
  document: Readonly<Record<string, unknown>>,
  isListing: Names,
): readonly unknown[] | null {
  const names = Object.keys(document)
  const columns = Object.values(document)
  const rows = Object.keys(columns[0] ?? {})
  const areLists = columns.every(Array.isArray)
  const areNumbered = columns.every(isObject) && (rows.length > MANY_CELLS || rows.every((row) => /^\d+$/.test(row)))
  if (rows.length === 0 || !(areLists || areNumbered) || !isListing(names)) return null
  const cells = columns as readonly Readonly<Record<string, unknown>>[]
  const isColumn = (each: Readonly<Record<string, unknown>>) =>
    Object.keys(each).length === rows.length && rows.every((row) => Object.hasOwn(each, row) && !isTable(each[row]))
  if (!cells.every(isColumn)) return null
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, cells[i]?.[row]])))
}

/** Whether a value of a column would itself be rows. A point can be a list of two numbers. */
function isTable(value: unknown): boolean {
  return Array.isArray(value) ? value.some((each) => typeof each === 'object' && each !== null) : false
}

/** The lists of an object's objects, two levels deep. */
function listsWithin(document: Readonly<Record<string, unknown>>, depth = 2): readonly unknown[][] {
  const inner = Object.values(document).filter(isObject)
  const lists = inner.flatMap((each) => Object.values(each).filter(Array.isArray))
  return depth === 1 ? lists : [...lists, ...inner.flatMap((each) => listsWithin(each, depth - 1))]
}

/** The names in a list of names, or of objects with a name or an id; null for another list. */
function namesIn(list: readonly unknown[]): readonly string[] | null {
  const names = list.map((each) => (isObject(each) ? (each.name ?? each.id) : each))
  return names.every((name) => typeof name === 'string') ? names : null
}

/** A row as an object; what is no list stays, so that it is rejected. Of columns with one name, the first counts. */
function named(row: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(row)) return row
  return Object.fromEntries(names.map((name, i) => [name, row[i] ?? null] as const).toReversed())
}
