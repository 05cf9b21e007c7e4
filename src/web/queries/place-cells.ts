import { queryOptions, skipToken } from '@tanstack/react-query'
import { HEXES_PARAMETERS, readHexes } from '../../contract/assumptions.ts'
import { followHexPages, type HexesRead } from '../../contract/hex-pages.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Cell } from '../../domain/cell.ts'
import type { GeoId } from '../../domain/place.ts'
import { getJson } from './http.ts'

/** The cells of a zone, at the resolution it is stored in. */
export interface PlaceCells {
  readonly cells: readonly Cell[]
  readonly rollupNote: string | null
  /** False where the service repeated a page of its list, so that cells may be missing. */
  readonly isComplete: boolean
}

/** How long a list that the service did not end is taken for what it is, in milliseconds. */
const INCOMPLETE_FRESH_MS = 5 * 60_000

/** All cells of a zone, every page followed (free); nothing is asked for null. A country has none: the service refuses it. */
export function placeCellsOptions(geoId: GeoId | null) {
  return queryOptions({
    queryKey: ['geo', 'cells', geoId],
    queryFn: geoId === null ? skipToken : ({ signal }) => readPlaceCells(geoId, (path) => getJson(path, signal)),
    staleTime: ({ state }) => (state.data?.isComplete === false ? INCOMPLETE_FRESH_MS : Number.POSITIVE_INFINITY),
  })
}

/** Reads the cells of a zone page by page; `get` gets the JSON of a path. */
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
