import { LRUCache } from 'lru-cache'
import { AREA_CELLS_MAX, type AreaSelector } from '../../contract/area.ts'
import type { HexesRead } from '../../contract/hex-pages.ts'
import { type Cell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type Circle, circleCandidateCount, circleCells, radiusOfCandidates } from '../../domain/distance.ts'
import type { ListZoneCells } from '../hints/zone-cells.ts'
import { type AreaScope, scopeOf } from '../planning/area-scope.ts'
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

export type FindArea = (selector: AreaSelector, resolution: Resolution) => Promise<FoundArea>

const KEPT = 50
// Milliseconds: places change when the service rebuilds them.
const FRESH = 3_600_000
const MOST = AREA_CELLS_MAX.toLocaleString('en')

/** Finds the cells of areas; those of places by free look-ups, which are cached for an hour. */
export function createAreaCells(listCells: ListZoneCells): FindArea {
  const places = new LRUCache<string, Promise<FoundArea>>({ max: KEPT, ttl: FRESH })
  return async (selector, resolution) => {
    if (!('geo_id' in selector)) return circleArea(selector, resolution)
    const key = `${resolution} ${selector.geo_id}`
    const found = places.get(key) ?? placeArea(listCells, selector.geo_id, resolution)
    places.set(key, found)
    if (!isWorthKeeping(await found) && places.peek(key) === found) places.delete(key)
    return found
  }
}

/** Failed and incomplete answers are not cached, so that the next request tries again. */
function isWorthKeeping(found: FoundArea): boolean {
  return found.kind === 'too_large' || (found.kind === 'found' && found.area.isComplete)
}

function circleArea(circle: Circle, resolution: Resolution): FoundArea {
  // Estimated first: listing a million cells takes seconds.
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
    `expected an area of at most ${MOST} cells, a circle of ${circle.radius_km} km has about ` +
    `${candidates.toLocaleString('en')} at resolution ${resolution}: choose a radius of at most ${radius} km` +
    (coarser === undefined ? '' : ` or resolution ${coarser}`)
  )
}

async function placeArea(listCells: ListZoneCells, geo_id: string, resolution: Resolution): Promise<FoundArea> {
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
  const sorted = [...cells].sort()
  return { kind: 'found', area: { cells: sorted, scope: scopeOf(shape, sorted), rollupNote, isComplete } }
}

function largePlace(geo_id: string, resolution: Resolution): string {
  return `expected an area of at most ${MOST} cells, place '${geo_id}' has more at resolution ${resolution}: choose a coarser resolution or a smaller place`
}
