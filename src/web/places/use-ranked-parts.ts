import { useMemo } from 'react'
import { parseGeoId } from '../../domain/place.ts'
import type { Area } from '../areas/area.ts'
import type { Place } from '../free/geo.ts'
import { type PlaceCells, placeCellsAtOptions } from '../free/place-cells.ts'
import { useInTurn } from '../requests/in-turn.ts'
import { useAddress } from '../state/use-address.ts'
import { cellsOfParts, type RankedPlace, rankPlaces } from './rank-parts.ts'

interface RankedParts {
  readonly ranked: readonly RankedPlace[]
  /** How many parts' cells are known. */
  readonly read: number
  /** False while no figures of the place are held; then nothing is read. */
  readonly hasFigures: boolean
  isReading(geoId: string): boolean
}

/** Ranks the parts of a place by the place's own cells, as far as they are known (free). */
export function useRankedParts(area: Area, parts: readonly Place[]): RankedParts {
  const metric = useAddress((address) => address.metric)
  const hasFigures = area.cells.some(({ figure }) => figure !== null)
  const lists = useInTurn<PlaceCells>(
    parts.map(({ geo_id }) => placeCellsAtOptions(parseGeoId(geo_id), area.resolution)),
    hasFigures,
  )
  const pick = useMemo(() => cellsOfParts(area.cells), [area.cells])
  const ranked = rankPlaces(
    parts.map((place, at) => ({ place, cells: pick(lists[at]?.cells ?? []) })),
    metric,
  )
  const open = new Set(parts.flatMap(({ geo_id }, at) => (lists[at] === undefined ? [geo_id] : [])))
  return {
    ranked,
    read: parts.length - open.size,
    hasFigures,
    isReading: (geoId) => hasFigures && open.has(geoId),
  }
}
