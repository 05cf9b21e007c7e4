import type { CoordinateSystem } from '../raw/coordinate-system.ts'
import type { ReadOptions } from '../raw/raw-file.ts'
import { collectionIn, isObject, systemOf } from './geo-json.ts'
import { jsonCells } from './json-cells.ts'
import { rowsBelowNames, rowsBesideNames, rowsOfColumns } from './json-tables.ts'

/** The rows of a document, the system of their points, and where in the document they are, if not at its beginning. */
interface Items {
  readonly items: readonly unknown[]
  readonly system: CoordinateSystem
  readonly part?: string
}

/** Rows that a document may be meant to have. */
interface Candidate {
  readonly items: readonly unknown[]
  readonly path: string
  readonly depth: number
  readonly areHomes: boolean
  readonly systemOfPoints: () => CoordinateSystem
}

type JsonObject = Readonly<Record<string, unknown>>

/** Deep enough for the answers of any search: `props.pageProps.data.searchAds.items`. */
const DEEPEST_LIST = 6
/** Objects that are looked into; a document with more has them as rows. */
const MOST_OBJECTS = 2000
/** An object with more in it is not a home. */
const MOST_NAMES = 2000

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
  const homes: Candidate[] = []
  const others: Candidate[] = []
  for (const each of candidatesIn(document, options)) {
    if (!each.areHomes) others.push(each)
    else if (homes.push(each) > 1) break
  }
  const rows = homes.length === 0 ? rowsBesideNames(document, isListing) : null
  if (rows) return { items: rows, system: 'degrees' }
  const [only, other] = homes.length > 0 ? homes : others.filter(({ depth }) => depth === others[0]?.depth)
  if (only && !other) {
    const { items, path, systemOfPoints } = only
    return { items, system: systemOfPoints(), ...(path.includes('.') && { part: path.slice(1) }) }
  }
  if (only?.areHomes && other)
    throw new Error(
      `expected homes in one list, found them in ${only.path.slice(1)} and in ${other.path.slice(1)}; leave only one of these in the file`,
    )
  const names = Object.keys(document).slice(0, 10).join(', ')
  throw new Error(
    `expected a list of objects, found ${names === '' ? 'an empty object' : `an object with ${names}`}; put the rows in one list, or one a line in a file called .jsonl`,
  )
}

const TOPOLOGY =
  'expected rows or GeoJSON, found TopoJSON, whose coordinates are steps of a grid; convert it to GeoJSON, as "topo2geo" and QGIS do'

/** The lists of objects, collections and single homes of a document, outermost first, without those within another home. */
function* candidatesIn(
  document: JsonObject,
  { isListing = () => false, pointOf }: Pick<ReadOptions, 'isListing' | 'pointOf'>,
): Generator<Candidate> {
  const isHome = (value: unknown) =>
    isObject(value) && isSmall(value) && isListing([...(jsonCells(value, { pointOf })?.keys() ?? [])])
  // The place and prices of a search are not a home: a home has its price directly in it.
  const isOneHome = (value: JsonObject) =>
    isSmall(value) && isListing([...Object.keys(value), 'lat', 'lng']) && isHome(value)
  let level: { path: string; value: JsonObject; crs: unknown }[] = [{ path: '', value: document, crs: document.crs }]
  for (let depth = 0, left = MOST_OBJECTS; depth <= DEEPEST_LIST; depth++) {
    const inner: typeof level = []
    for (const { path, value, crs } of level) {
      const candidate = (items: readonly unknown[], at: string) => ({
        ...{ items, path: at, depth, areHomes: isHome(items.find(isObject)) },
        systemOfPoints: () => systemOf(crs),
      })
      const collection = collectionIn(value, crs)
      if (collection !== null) yield { ...candidate(collection.items, path), ...collection }
      else if (isOneHome(value)) yield candidate([value], path)
      else if (areHomesByKey(value, isOneHome)) yield candidate(Object.values(value), path)
      else {
        for (const key of Object.keys(value)) {
          const each = value[key]
          if (Array.isArray(each) && each.some(isObject)) {
            const rows = candidate(each, `${path}.${key}`)
            yield rows
            // A list of one object with the homes in it, as the results of onOffice.
            if (each.length === 1 && !rows.areHomes && left-- > 0)
              inner.push({ path: `${path}.${key}.0`, value: each[0], crs })
          } else if (isObject(each) && left-- > 0)
            inner.push({ path: `${path}.${key}`, value: each, crs: each.crs ?? crs })
        }
      }
    }
    level = inner
  }
}

/** Homes that are looked at, and more homes than a document has names for, such as `subject` and `similar`. */
const SOME_HOMES = 5
const MANY_HOMES = 10

/** Whether an object has homes by their keys, as Firebase exports them and pandas with `orient="index"`. */
function areHomesByKey(value: JsonObject, isOneHome: (value: JsonObject) => boolean): boolean {
  const [keys, homes] = [Object.keys(value), Object.values(value)]
  const areKeys = keys.length > MANY_HOMES || (keys.length > 1 && keys.every((key) => /\d|^-/.test(key)))
  return (
    areKeys && homes.every(isObject) && homes.slice(0, SOME_HOMES).every((each) => isObject(each) && isOneHome(each))
  )
}

/** Whether an object can be a row: not one with many names, nor the columns of a table, whose values have numbers as names. */
function isSmall(value: JsonObject): boolean {
  const inner = [value, ...Object.values(value).filter(isObject)].map((each) => Object.keys(each))
  return inner.every(
    (keys) => keys.length <= MOST_NAMES && (keys.length === 0 || !keys.every((key) => /^\d+$/.test(key))),
  )
}
