import type { CoordinateSystem } from '../raw/coordinate-system.ts'
import type { ReadOptions } from '../raw/raw-file.ts'
import { collectionIn, isObject, systemOf } from './geo-json.ts'
import { jsonCells } from './json-cells.ts'

/** Rows that a document may be meant to have. */
export interface FoundRows {
  readonly items: readonly unknown[]
  /** Where they are, such as `.data.items`; empty for the document itself. */
  readonly path: string
  /** How many objects and lists they are in. */
  readonly depth: number
  readonly areHomes: boolean
  /** Throws for a system that cannot be read. */
  readonly systemOfPoints: () => CoordinateSystem
}

/** An object in a document, with the coordinate system that it or an object around it names. */
interface Part {
  readonly path: string
  readonly value: JsonObject
  readonly crs: unknown
}

type JsonObject = Readonly<Record<string, unknown>>

/** Deep enough for the answers of any search: `props.pageProps.data.searchAds.items`. */
const DEEPEST_LIST = 6
/** Objects that are looked into; a document with more has them as rows. */
const MOST_OBJECTS = 2000

/** The lists of objects, collections and single homes of a document, outermost first, without those within another home. */
export function* rowsInDocument(
  document: JsonObject,
  options: Pick<ReadOptions, 'isListing' | 'pointOf'>,
): Generator<FoundRows> {
  const homes = homeTests(options)
  let level: readonly Part[] = [{ path: '', value: document, crs: document.crs }]
  for (let depth = 0, left = MOST_OBJECTS; depth <= DEEPEST_LIST; depth++) {
    const inner: Part[] = []
    const lookInto = (part: Part) => {
      if (left-- > 0) inner.push(part)
    }
    for (const part of level) for (const rows of rowsInPart(part, homes, lookInto)) yield { ...rows, depth }
    level = inner
  }
}

/** An object that is a collection, a home, or homes by their keys has these rows; any other has those of its lists. */
function* rowsInPart(
  { path, value, crs }: Part,
  { isHome, isOneHome }: HomeTests,
  lookInto: (part: Part) => void,
): Generator<Omit<FoundRows, 'depth'>> {
  const found = (items: readonly unknown[], at: string) => ({
    ...{ items, path: at, areHomes: isHome(items.find(isObject)) },
    systemOfPoints: () => systemOf(crs),
  })
  const collection = collectionIn(value, crs)
  if (collection !== null) return yield { ...found(collection.items, path), ...collection }
  if (isOneHome(value)) return yield found([value], path)
  if (areHomesByKey(value, isOneHome)) return yield found(Object.values(value), path)
  for (const key of Object.keys(value)) {
    const [each, at] = [value[key], `${path}.${key}`]
    if (Array.isArray(each) && each.some(isObject)) {
      const rows = found(each, at)
      yield rows
      // A list of one object with the homes in it, as the results of onOffice.
      if (each.length === 1 && !rows.areHomes) lookInto({ path: `${at}.0`, value: each[0], crs })
    } else if (isObject(each)) lookInto({ path: at, value: each, crs: each.crs ?? crs })
  }
}

interface HomeTests {
  /** Whether a row of a list is a home. */
  isHome(value: unknown): boolean
  /** Whether an object that is in no list is a home. */
  isOneHome(value: JsonObject): boolean
}

function homeTests({ isListing = () => false, pointOf }: Pick<ReadOptions, 'isListing' | 'pointOf'>): HomeTests {
  const isHome = (value: unknown) =>
    isObject(value) && isSmall(value) && isListing([...(jsonCells(value, { pointOf })?.keys() ?? [])])
  // The place and prices of a search are not a home: a home has its price directly in it.
  const isOneHome = (value: JsonObject) =>
    isSmall(value) && isListing([...Object.keys(value), 'lat', 'lng']) && isHome(value)
  return { isHome, isOneHome }
}

/** An object with more in it is not a home. */
const MOST_NAMES = 2000

/** Whether an object can be a row: not one with many names, nor the columns of a table, whose values have numbers as names. */
function isSmall(value: JsonObject): boolean {
  const inner = [value, ...Object.values(value).filter(isObject)].map((each) => Object.keys(each))
  return inner.every(
    (keys) => keys.length <= MOST_NAMES && (keys.length === 0 || !keys.every((key) => /^\d+$/.test(key))),
  )
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
