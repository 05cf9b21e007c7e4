import { LRUCache } from 'lru-cache'
import { AREA_CELLS_MAX, type AreaSelector } from '../../contract/area.ts'
import { followHexPages, type HexesRead } from '../../contract/hex-pages.ts'
import { type Cell, cellResolution, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type Circle, circleCandidateCount, circleCells, radiusOfCandidates } from '../../domain/distance.ts'
import { type AreaScope, scopeOf } from '../planning/area-scope.ts'
import type { Failure } from '../upstream/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** An area's cells at a resolution. */
export interface Area {
  /** Ascending. */
  readonly cells: readonly Cell[]
  readonly scope: AreaScope
  /** What the service says of cells that reach beyond a place; null where they do not. */
  readonly rollupNote: string | null
  /** False where the service repeated a page of a place's cells, so that some may be missing. */
  readonly isComplete: boolean
}

export type FoundArea =
  | { kind: 'found'; area: Area }
  | { kind: 'too_large'; message: string }
  /** The service did not say which cells a place has. */
  | { kind: 'unknown'; why: Exclude<Awaited<ReturnType<Upstream['hexes']>>, { kind: 'ok' }> }

export type FindArea = (selector: AreaSelector, resolution: Resolution) => Promise<FoundArea>

const KEPT = 50
// Milliseconds: places change when the service is built anew.
const FRESH = 3_600_000
const MOST = AREA_CELLS_MAX.toLocaleString('en')

/** Finds the cells of areas; those of places by free look-ups, which are kept for an hour. */
export function createAreaCells(upstream: Pick<Upstream, 'hexes'>): FindArea {
  const places = new LRUCache<string, Promise<FoundArea>>({ max: KEPT, ttl: FRESH })
  return async (selector, resolution) => {
    if (!('geo_id' in selector)) return circleArea(selector, resolution)
    const key = `${resolution} ${selector.geo_id}`
    const found = places.get(key) ?? placeArea(upstream, selector.geo_id, resolution)
    places.set(key, found)
    if (!isWorthKeeping(await found) && places.peek(key) === found) places.delete(key)
    return found
  }
}

/** What the service could not say, or did not say to the end, is asked for again. */
function isWorthKeeping(found: FoundArea): boolean {
  return found.kind === 'too_large' || (found.kind === 'found' && found.area.isComplete)
}

function circleArea(circle: Circle, resolution: Resolution): FoundArea {
  // Counting cells one by one takes seconds where they are a million.
  const candidates = circleCandidateCount(circle, resolution)
  if (candidates > AREA_CELLS_MAX) return { kind: 'too_large', message: largeCircle(circle, resolution, candidates) }
  const cells = circleCells(circle, resolution).sort()
  const scope = scopeOf({ kind: 'circle', ...circle }, cells)
  return { kind: 'found', area: { cells, scope, rollupNote: null, isComplete: true } }
}

function largeCircle(circle: Circle, resolution: Resolution, candidates: number): string {
  const radius = Math.floor(radiusOfCandidates(circle, resolution, AREA_CELLS_MAX))
  const coarser = RESOLUTIONS.findLast(
    (other) => other < resolution && circleCandidateCount(circle, other) <= AREA_CELLS_MAX,
  )
  return (
    `a circle of ${circle.radius_km} km has about ${candidates.toLocaleString('en')} cells at resolution ${resolution}, ` +
    `and an area has at most ${MOST}: give a radius of at most ${radius} km${coarser === undefined ? '' : ` or resolution ${coarser}`}`
  )
}

async function placeArea(
  upstream: Pick<Upstream, 'hexes'>,
  geo_id: string,
  resolution: Resolution,
): Promise<FoundArea> {
  let read: HexesRead = { cells: new Set(), rollupNote: null, end: 'not yet' }
  const pages = followHexPages(
    (cursor) => upstream.hexes(geo_id, resolution, cursor),
    (answer) => (answer.kind === 'ok' ? answer.value : null),
  )
  for await (const { answer, ...soFar } of pages) {
    if (answer.kind !== 'ok') return { kind: 'unknown', why: answer }
    const other = answer.value.cells.find((cell) => cellResolution(cell) !== resolution)
    if (other !== undefined) return { kind: 'unknown', why: { kind: 'failed', failure: otherResolution(other) } }
    if (soFar.cells.size > AREA_CELLS_MAX) return { kind: 'too_large', message: largePlace(geo_id, resolution) }
    read = soFar
  }
  const { cells, rollupNote } = read
  const isComplete = read.end === 'complete'
  // Of a place that is rolled up, or not listed whole, it is not certain that figures are given for the cells listed.
  const shape = isComplete && rollupNote === null ? { kind: 'place' as const, geo_id, cells } : null
  const sorted = [...cells].sort()
  return { kind: 'found', area: { cells: sorted, scope: scopeOf(shape, sorted), rollupNote, isComplete } }
}

/** How the resolution is asked for, the interface does not show: a service may not have understood it. */
function otherResolution(cell: Cell): Failure {
  return { code: 'invalid_answer', message: `a place's cells are listed at resolution ${cellResolution(cell)}` }
}

function largePlace(geo_id: string, resolution: Resolution): string {
  return `place '${geo_id}' has more cells than ${MOST} at resolution ${resolution}, the most that an area has: give a coarser resolution or a place within it`
}
