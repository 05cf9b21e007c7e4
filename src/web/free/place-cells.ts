import { queryOptions, skipToken } from '@tanstack/react-query'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { HEXES_PARAMETERS } from '../../contract/service/assumptions.ts'
import { cursorNames, followHexPages, type HexesRead, type PageQuery } from '../../contract/service/hexes/hex-pages.ts'
import { type HexPage, readHexes } from '../../contract/service/hexes/received-hexes.ts'
import { type Cell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { GeoId } from '../../domain/place.ts'
import { t } from '../language/translate.ts'
import { getJson, RequestError } from '../requests/http.ts'
import { ofPlace } from './unknown-place.ts'

/** The cells of a zone, at the resolution in which the service stores it. */
export interface PlaceCells {
  readonly cells: readonly Cell[]
  readonly rollupNote: string | null
  /** False when the service's list is incomplete, so cells may be missing. */
  readonly isComplete: boolean
  /** The resolution that was requested because the plan does not allow the zone's own; null when it does. */
  readonly coarserResolution: Resolution | null
}

/** How long an incomplete list stays fresh, in milliseconds. */
const INCOMPLETE_FRESH_MS = 5 * 60_000

/** Shared by all zones: a service takes the same name for each. */
const CURSORS = cursorNames()

/**
 * Query for all cells of a zone, page by page (free); disabled for null. The service refuses the cells of a country.
 */
export function placeCellsOptions(geoId: GeoId | null) {
  return queryOptions({
    queryKey: ['geo', 'cells', geoId],
    meta: { part: () => t('the outlines of places') },
    queryFn:
      geoId === null
        ? skipToken
        : ({ signal }) =>
            ofPlace(
              geoId,
              readPlaceCells(geoId, (path) => getJson(path, signal)),
            ),
    staleTime: ({ state }) => (state.data?.isComplete === false ? INCOMPLETE_FRESH_MS : Number.POSITIVE_INFINITY),
  })
}

/** Query for the cells of a zone at a resolution, or at its own where the service does not list it there (free). */
export function placeCellsAtOptions(geoId: GeoId | null, resolution: Resolution | null) {
  return queryOptions({
    queryKey: ['geo', 'cells', geoId, resolution],
    meta: { part: () => t('the outlines of places') },
    queryFn:
      geoId === null || resolution === null
        ? skipToken
        : ({ signal }) =>
            ofPlace(
              geoId,
              readPlaceCellsAt(geoId, resolution, (path) => getJson(path, signal)),
            ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function readPlaceCellsAt(
  geoId: GeoId,
  resolution: Resolution,
  get: (path: string) => Promise<unknown>,
): Promise<PlaceCells> {
  const ask = askIn(pathOf(geoId), get)
  const fixed = { [HEXES_PARAMETERS.resolution]: String(resolution) }
  try {
    return { ...(await readAll((page) => ask({ ...fixed, ...page }))), coarserResolution: null }
  } catch (cause) {
    if (!(cause instanceof RequestError && MISREAD.has(cause.code))) throw cause
    return readPlaceCells(geoId, get)
  }
}

function pathOf(geoId: GeoId): string {
  return `${PATH_PREFIX}/geo/${encodeURIComponent(geoId)}/hexes`
}

/** Reads the cells of a zone page by page; `get` fetches the JSON at a path. */
export async function readPlaceCells(geoId: GeoId, get: (path: string) => Promise<unknown>): Promise<PlaceCells> {
  const ask = askIn(pathOf(geoId), get)
  let last: unknown
  for (const coarser of [null, ...RESOLUTIONS.toReversed()]) {
    const fixed: PageQuery = coarser === null ? {} : { [HEXES_PARAMETERS.resolution]: String(coarser) }
    try {
      return { ...(await readAll((page) => ask({ ...fixed, ...page }))), coarserResolution: coarser }
    } catch (cause) {
      if (!(cause instanceof RequestError && cause.code === 'resolution_not_in_plan')) throw cause
      last = cause
    }
  }
  throw last
}

type PageAnswer = HexPage | { readonly refusal: RequestError }

async function readAll(ask: (page: PageQuery) => Promise<PageAnswer>): Promise<Omit<PlaceCells, 'coarserResolution'>> {
  let read: HexesRead = { cells: new Set(), rollupNote: null, end: 'not yet' }
  for await (const { answer, ...soFar } of followHexPages(ask, pageOf, CURSORS)) {
    if (soFar.end === 'failed' && 'refusal' in answer) throw answer.refusal
    read = soFar
  }
  return { cells: [...read.cells], rollupNote: read.rollupNote, isComplete: read.end === 'complete' }
}

function askIn(path: string, get: (path: string) => Promise<unknown>) {
  return async (query: PageQuery): Promise<PageAnswer> => {
    const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
    try {
      return readHexes(await get(path + search))
    } catch (cause) {
      if (cause instanceof RequestError && MISREAD.has(cause.code)) return { refusal: cause }
      throw cause
    }
  }
}

const MISREAD: ReadonlySet<string> = new Set([
  'invalid_parameter',
  'missing_parameter',
  'malformed_request',
  'invalid_cursor',
])

function pageOf(answer: PageAnswer): HexPage | 'misread' {
  return 'refusal' in answer ? 'misread' : answer
}
