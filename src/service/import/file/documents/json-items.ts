import type { CoordinateSystem } from '../raw/coordinate-system.ts'
import type { ReadOptions } from '../raw/raw-file.ts'
import { isObject } from './geo-json.ts'
import { rowsBelowNames, rowsBesideNames, rowsOfColumns } from './json-tables.ts'
import { type FoundRows, rowsInDocument } from './rows-in-document.ts'

/** The rows of a document, the system of their points, and where in the document they are, if not at its beginning. */
interface Items {
  readonly items: readonly unknown[]
  readonly system: CoordinateSystem
  readonly part?: string
}

/**
 * The items of a JSON document that is a list of rows, a table with its names, a GeoJSON collection, one home, or an object
 * with one of these anywhere in it. Throws when it is something else, or has homes in several places.
 */
export function jsonItems(document: unknown, options: Pick<ReadOptions, 'isListing' | 'pointOf'>): Items {
  const { isListing = () => false } = options
  if (Array.isArray(document)) return { items: rowsBelowNames(document, isListing) ?? document, system: 'degrees' }
  if (!isObject(document)) throw new Error('expected a list of objects, found a single value')
  if (document.type === 'Topology' && isObject(document.objects)) throw new Error(TOPOLOGY)
  const columns = rowsOfColumns(document, isListing)
  if (columns) return { items: columns, system: 'degrees' }
  const homes: FoundRows[] = []
  const others: FoundRows[] = []
  for (const each of rowsInDocument(document, options)) {
    if (!each.areHomes) others.push(each)
    // Two are refused, wherever more of them are.
    else if (homes.push(each) > 1) break
  }
  const [home, otherHome] = homes
  if (home && otherHome)
    throw new Error(
      `expected homes in one list, found them in ${home.path.slice(1)} and in ${otherHome.path.slice(1)}; leave only one of these in the file`,
    )
  if (home) return itemsOf(home)
  const rows = rowsBesideNames(document, isListing)
  if (rows) return { items: rows, system: 'degrees' }
  const [only, other] = others.filter(({ depth }) => depth === others[0]?.depth)
  if (only && !other) return itemsOf(only)
  const names = Object.keys(document).slice(0, 10).join(', ')
  throw new Error(
    `expected a list of objects, found ${names === '' ? 'an empty object' : `an object with ${names}`}; put the rows in one list, or one a line in a file called .jsonl`,
  )
}

const TOPOLOGY =
  'expected rows or GeoJSON, found TopoJSON, whose coordinates are steps of a grid; convert it to GeoJSON, as "topo2geo" and QGIS do'

function itemsOf({ items, path, systemOfPoints }: FoundRows): Items {
  return { items, system: systemOfPoints(), ...(path.includes('.') && { part: path.slice(1) }) }
}
