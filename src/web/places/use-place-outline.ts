import { useQuery } from '@tanstack/react-query'
import type { Cell } from '../../domain/cell.ts'
import { isCountryId } from '../queries/geo.ts'
import { type PlaceCells, placeCellsOptions } from '../queries/place-cells.ts'
import { useAddress } from '../state/use-address.ts'
import { type Outline, outlineOf } from './outline.ts'

/**
 * Returns the outline of the address's place, merged from its cells. Null without a place, while its cells load, and
 * for a country, whose cells the service refuses.
 */
export function usePlaceOutline(): Outline | null {
  const zone = useAddress(({ place }) => (place === null || isCountryId(place) ? null : place))
  return useQuery({ ...placeCellsOptions(zone), select: outlineOfPlace }).data ?? null
}

// The map, the circle's buttons and the view fitting share one merged outline.
const outlines = new WeakMap<readonly Cell[], Outline>()

/** Returns the merged outline of a place's cells; null when it has none. */
export function outlineOfPlace({ cells }: PlaceCells): Outline | null {
  if (cells.length === 0) return null
  const outline = outlines.get(cells) ?? outlineOf(cells)
  outlines.set(cells, outline)
  return outline
}
