import type { Cell } from '../../../domain/cell.ts'
import type { GeoId } from '../../../domain/place.ts'
import { parseAddress } from './address.ts'
import type { AreaShape } from './area-choice.ts'
import type { FoundPoint } from './found-point.ts'
import { parseView } from './number-parts.ts'

/** What the page shows first. */
export type Opening =
  | { readonly kind: 'view' }
  /** At least one. */
  | { readonly kind: 'areas'; readonly shapes: readonly DrawnShape[] }
  | { readonly kind: 'place'; readonly place: GeoId }
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'found'; readonly found: FoundPoint }
  | { readonly kind: 'nothing' }

/** An area whose place on the map is known from the link alone. */
export type DrawnShape = Exclude<AreaShape, { kind: 'place' }>

/** Returns what a link points at: its view, otherwise its drawn areas, its place, its cell or a point found. Parts that cannot be read do not count. */
export function openingOf(search: string): Opening {
  if (parseView(new URLSearchParams(search).get('at')) !== null) return { kind: 'view' }
  const { areas, place, cell, found } = parseAddress(search)
  const shapes = areas.flatMap(({ shape }) => (shape.kind === 'place' ? [] : shape))
  if (shapes.length > 0) return { kind: 'areas', shapes }
  const compared = areas.flatMap(({ shape }) => (shape.kind === 'place' ? shape.geo_id : []))[0] ?? null
  const about = place ?? compared
  if (about !== null) return { kind: 'place', place: about }
  if (cell !== null) return { kind: 'cell', cell }
  return found === null ? { kind: 'nothing' } : { kind: 'found', found }
}
