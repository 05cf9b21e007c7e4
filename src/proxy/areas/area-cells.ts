import { LRUCache } from 'lru-cache'
import { AREA_CELLS_MAX, type AreaSelector } from '../../contract/area.ts'
import type { HexesRead } from '../../contract/hex-pages.ts'
import { type Cell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type Circle, circleCandidateCount, radiusOfCandidates } from '../../domain/distance.ts'
import { throwIfGone } from '../../server/gone.ts'
import type { ListZoneCells } from '../hints/zone-cells.ts'
import type { AreaCells, AreaScope } from '../planning/area-scope.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** An area's cells at a resolution. */
export interface Area {
  /** Ascending. */
  readonly cells: readonly Cell[]
  readonly scope: AreaScope
  /** The service's note about cells that reach beyond the place; null when none do. */
  readonly rollupNote: string | null
  /** False when the service's list of a place's cells is incomplete. */
  readonly isComplete: boolean
}

export type FoundArea =
  | { kind: 'found'; area: Area }
  | { kind: 'too_large'; message: string }
  /** The service did not list the place's cells. */
  | { kind: 'unknown'; why: Exclude<Awaited<ReturnType<Upstream['hexes']>>, { kind: 'ok' }> }

/** On whose behalf an area is looked for. */
export interface AreaSeeker<Refused> {
  /** Aborted when nobody waits for the area any more. */
  readonly signal: AbortSignal
  /** Called with the number of cells, before they are computed; returns why the area is refused, or null. */
  admit(cells: number): Promise<Refused | null>
}

/** Rejects with `Gone` when nobody waits any more. */
export type FindArea = <Refused>(
  selector: AreaSelector,
  resolution: Resolution,
  seeker: AreaSeeker<Refused>,
) => Promise<FoundArea | { kind: 'not admitted'; why: Refused }>

/** Computes the cells of areas outside the event loop, because large areas take a tenth of a second. */
export interface AreaComputing {
  cellsOfCircle(circle: Circle, resolution: Resolution, signal: AbortSignal): Promise<AreaCells>
  orderedCells(cells: Iterable<Cell>): Promise<AreaCells>
}

interface AreaCellsDeps {
  readonly listCells: ListZoneCells
  readonly computing: AreaComputing
}

const KEPT = 50
// Milliseconds: places change when the service rebuilds them.
const FRESH = 3_600_000
const MOST = AREA_CELLS_MAX.toLocaleString('en')

/** Finds the cells of areas; those of places by free look-ups, which are cached for an hour. */
export function createAreaCells(deps: AreaCellsDeps): FindArea {
  const places = new LRUCache<string, Promise<FoundArea>>({ max: KEPT, ttl: FRESH })
  const placeOnce = async (geo_id: string, resolution: Resolution): Promise<FoundArea> => {
    const key = `${resolution} ${geo_id}`
    const known = places.get(key)
    if (known !== undefined) return known
    const finding = placeArea(deps, geo_id, resolution)
    places.set(key, finding)
    const found = await finding.catch((error: unknown) => {
      places.delete(key)
      throw error
    })
    if (!isWorthKeeping(found) && places.peek(key) === finding) places.delete(key)
    return found
  }
  return async (selector, resolution, { signal, admit }) => {
    if ('geo_id' in selector) {
      const found = await placeOnce(selector.geo_id, resolution)
      throwIfGone(signal)
      const why = found.kind === 'found' ? await admit(found.area.cells.length) : null
      return why === null ? found : { kind: 'not admitted', why }
    }
    // Estimated first: listing a million cells takes seconds.
    const candidates = circleCandidateCount(selector, resolution)
    if (candidates > AREA_CELLS_MAX) {
      return { kind: 'too_large', message: largeCircle(selector, resolution, candidates) }
    }
    const why = await admit(candidates)
    if (why !== null) return { kind: 'not admitted', why }
    const { cells, byTile } = await deps.computing.cellsOfCircle(selector, resolution, signal)
    const scope = { shape: { kind: 'circle' as const, ...selector }, cells: byTile }
    return { kind: 'found', area: { cells, scope, rollupNote: null, isComplete: true } }
  }
}

/** Failed and incomplete answers are not cached, so that the next request tries again. */
function isWorthKeeping(found: FoundArea): boolean {
  return found.kind === 'too_large' || (found.kind === 'found' && found.area.isComplete)
}

function largeCircle(circle: Circle, resolution: Resolution, candidates: number): string {
  const radius = Math.floor(radiusOfCandidates(circle, resolution, AREA_CELLS_MAX))
  const coarser = RESOLUTIONS.findLast(
    (other) => other < resolution && circleCandidateCount(circle, other) <= AREA_CELLS_MAX,
  )
  return (
    `expected an area of at most ${MOST} cells, a circle of ${circle.radius_km} km has about ` +
    `${candidates.toLocaleString('en')} at resolution ${resolution}: choose a radius of at most ${radius} km` +
    (coarser === undefined ? '' : ` or resolution ${coarser}`)
  )
}

async function placeArea(
  { listCells, computing }: AreaCellsDeps,
  geo_id: string,
  resolution: Resolution,
): Promise<FoundArea> {
  let read: HexesRead = { cells: new Set(), rollupNote: null, end: 'not yet' }
  for await (const { answer, ...soFar } of listCells(geo_id, resolution)) {
    if (soFar.end === 'failed' && answer.kind !== 'ok') return { kind: 'unknown', why: answer }
    if (soFar.cells.size > AREA_CELLS_MAX) return { kind: 'too_large', message: largePlace(geo_id, resolution) }
    read = soFar
  }
  const { cells, rollupNote } = read
  const isComplete = read.end === 'complete'
  // When a place is rolled up or its list is incomplete, the service may have figures for other cells than the listed ones.
  const shape = isComplete && rollupNote === null ? { kind: 'place' as const, geo_id, cells } : null
  const { cells: ordered, byTile } = await computing.orderedCells(cells)
  return { kind: 'found', area: { cells: ordered, scope: { shape, cells: byTile }, rollupNote, isComplete } }
}

function largePlace(geo_id: string, resolution: Resolution): string {
  return `expected an area of at most ${MOST} cells, place '${geo_id}' has more at resolution ${resolution}: choose a coarser resolution or a smaller place`
}
