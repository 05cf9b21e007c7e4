import type { Cell } from '../../domain/cell.ts'
import type { Circle } from '../../domain/distance.ts'
import type { GeoId } from '../../domain/place.ts'
import { parseAddress, parseView } from './address.ts'

/** What the page shows first. */
export type Opening =
  | { readonly kind: 'view' }
  | { readonly kind: 'circle'; readonly circle: Circle }
  | { readonly kind: 'place'; readonly place: GeoId }
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'nothing' }

/** Returns what a link points at: its view, otherwise its circle, place or cell. Parts that cannot be read do not count. */
export function openingOf(search: string): Opening {
  if (parseView(new URLSearchParams(search).get('at')) !== null) return { kind: 'view' }
  const { circle, place, cell } = parseAddress(search)
  if (circle !== null) return { kind: 'circle', circle }
  if (place !== null) return { kind: 'place', place }
  return cell === null ? { kind: 'nothing' } : { kind: 'cell', cell }
}
