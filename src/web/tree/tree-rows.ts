import type { ZoneLevel } from '../../domain/place.ts'
import type { Place } from '../free/geo.ts'
import type { ChildPlaces } from './child-places.ts'

interface RowPosition {
  readonly key: string
  /** The row of the place above; null for countries. */
  readonly parentKey: string | null
  /** 1 for countries. */
  readonly level: number
  readonly position: number
  /** -1 while it is not known how many there are. */
  readonly setSize: number
}

/** One line of the tree. */
export type TreeRow =
  | (RowPosition & {
      readonly kind: 'place'
      readonly place: Place
      /** Null for a place without smaller ones. */
      readonly isExpanded: boolean | null
      readonly isLoading: boolean
    })
  /** The rest of a place's children, fetched when the row comes into sight or is pressed. */
  | (RowPosition & {
      readonly kind: 'more'
      readonly parent: string | null
      readonly isLoading: boolean
      /** How many full pages to want for it. */
      readonly next: number
    })
  /** A page that could not be loaded. */
  | (RowPosition & { readonly kind: 'failed'; readonly parent: string | null; readonly error: unknown })

/** What the rows are made from. */
export interface TreeContents {
  readonly expanded: ReadonlySet<string>
  readonly finest: ZoneLevel | null
  /** Undefined for a place that was never opened; null for the root. */
  childrenOf(geoId: string | null): ChildPlaces | undefined
  /** Why the wanted page of a place's children could not be loaded; null while it is under way or loaded. */
  failureOf(geoId: string | null): unknown
  /** A place beneath another that is shown before the page that has it; undefined for none. */
  revealedIn(geoId: string | null): Place | undefined
}

/** Returns the lines of the tree from top to bottom. No place appears twice, whatever a service says is beneath what. */
export function treeRows(contents: TreeContents): TreeRow[] {
  const rows: TreeRow[] = []
  addChildren(rows, contents, { parent: null, level: 1 }, new Set())
  return rows
}

function addChildren(
  rows: TreeRow[],
  contents: TreeContents,
  { parent, level }: { parent: string | null; level: number },
  seen: Set<string>,
): void {
  const below = contents.childrenOf(parent)
  if (below === undefined) return
  const failure = contents.failureOf(parent)
  const listed = below.places.filter(({ geo_id }) => !seen.has(geo_id))
  const revealed = below.end === 'complete' ? undefined : contents.revealedIn(parent)
  const isListed = revealed === undefined || seen.has(revealed.geo_id) || listed.some(isSame(revealed))
  const places = isListed ? listed : [...listed, revealed]
  for (const { geo_id } of places) seen.add(geo_id)
  const isOpen = below.end !== 'complete'
  const at = (key: string, index: number): RowPosition => ({
    key,
    parentKey: parent,
    level,
    position: index + 1,
    setSize: isOpen ? -1 : places.length,
  })
  for (const [index, place] of places.entries()) {
    const { geo_id } = place
    const isExpanded = expansionOf(place, contents)
    const own = isExpanded ? contents.childrenOf(geo_id) : undefined
    const isLoading = own?.end === 'loading' && contents.failureOf(geo_id) === null
    rows.push({ ...at(geo_id, index), kind: 'place', place, isExpanded, isLoading })
    if (isExpanded) addChildren(rows, contents, { parent: geo_id, level: level + 1 }, seen)
  }
  const last = at(`more:${parent ?? ''}`, places.length)
  if (failure !== null) rows.push({ ...last, kind: 'failed', parent, error: failure })
  else if (below.end === 'more' || (isOpen && listed.length > 0)) {
    rows.push({ ...last, kind: 'more', parent, isLoading: below.end === 'loading', next: below.wanted + 1 })
  }
}

function isSame({ geo_id }: Place): (other: Place) => boolean {
  return (other) => other.geo_id === geo_id
}

/** Null for a place without smaller ones: by its level, by the chosen level, or since it was opened and had none. */
function expansionOf({ geo_id, level }: Place, { expanded, finest, childrenOf }: TreeContents): boolean | null {
  if (level === 'microzone' || level === finest) return null
  if (!expanded.has(geo_id)) return false
  const below = childrenOf(geo_id)
  return below?.end === 'complete' && below.places.length === 0 ? null : true
}
