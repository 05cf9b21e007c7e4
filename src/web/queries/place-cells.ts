import { queryOptions, skipToken } from '@tanstack/react-query'
import { HEXES_PARAMETERS, readHexes } from '../../contract/assumptions.ts'
import { followHexPages, type HexesRead } from '../../contract/hex-pages.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Cell } from '../../domain/cell.ts'
import type { GeoId } from '../../domain/place.ts'
import { getJson } from './http.ts'

/** The cells of a zone, at the resolution in which the service stores it. */
export interface PlaceCells {
  readonly cells: readonly Cell[]
  readonly rollupNote: string | null
  /** False when the service repeated a page of its list, so cells may be missing. */
  readonly isComplete: boolean
}

/** How long an incomplete list stays fresh, in milliseconds. */
const INCOMPLETE_FRESH_MS = 5 * 60_000

/**
 * Query for all cells of a zone, page by page (free); disabled for null. The service refuses the cells of a country.
 */
export function placeCellsOptions(geoId: GeoId | null) {
  return queryOptions({
    queryKey: ['geo', 'cells', geoId],
    queryFn: geoId === null ? skipToken : ({ signal }) => readPlaceCells(geoId, (path) => getJson(path, signal)),
    staleTime: ({ state }) => (state.data?.isComplete === false ? INCOMPLETE_FRESH_MS : Number.POSITIVE_INFINITY),
  })
}

/** Reads the cells of a zone page by page; `get` fetches the JSON at a path. */
export async function readPlaceCells(geoId: GeoId, get: (path: string) => Promise<unknown>): Promise<PlaceCells> {
  const path = `${PATH_PREFIX}/geo/${encodeURIComponent(geoId)}/hexes`
  const ask = async (cursor: string | null) => {
    const query = cursor === null ? '' : `?${new URLSearchParams({ [HEXES_PARAMETERS.cursor]: cursor })}`
    return readHexes(await get(`${path}${query}`))
  }
  let read: HexesRead = { cells: new Set(), rollupNote: null, end: 'not yet' }
  for await (const soFar of followHexPages(ask, (page) => page)) read = soFar
  return { cells: [...read.cells], rollupNote: read.rollupNote, isComplete: read.end === 'complete' }
}
