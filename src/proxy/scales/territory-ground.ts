import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { HexesRead } from '../../contract/service/hexes/hex-pages.ts'
import { type Cell, isResolution, type Resolution } from '../../domain/cell.ts'
import type { Level } from '../../domain/place.ts'
import { inTurns } from '../../server/work/turns.ts'
import { joinSets } from '../hints/ground/join-sets.ts'
import type { ListZoneCells } from '../hints/ground/zone-cells.ts'
import { isAbsent, type ServiceResult } from '../upstream/connection/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { TakeFree } from './free-allowance.ts'

/** The cells of a territory, listed at a resolution not finer than the figures'. */
export interface Ground {
  readonly cells: ReadonlySet<Cell>
  readonly resolution: Resolution
  /** False when cells may be missing. */
  readonly isComplete: boolean
}

/** `none`: the service lists no cells of the place. `unavailable`: it did not answer, or enough has been requested. */
export type FoundGround = { kind: 'found'; ground: Ground } | { kind: 'none' } | { kind: 'unavailable' }

/** `take` returns false when there were too many requests. */
export type FindGround = (territory: ScaleTerritory, resolution: Resolution, take: TakeFree) => Promise<FoundGround>

/** The free endpoints that list a place's cells and parts. */
export interface GroundSource extends Pick<Upstream, 'children'> {
  readonly listCells: ListZoneCells
}

/** Coarser lists take fewer requests, and reach beyond the border by less than one of their cells. */
const LISTED_AT: Readonly<Record<Level, Resolution>> = {
  country: 4,
  region: 5,
  province: 7,
  city: 8,
  macrozone: 8,
  microzone: 8,
}
const PAGES_MAX = 12
/** Reached only where a service lists more on a page than others. */
const CELLS_MAX = 50_000
/** If a country has more parts, only the first count; listed at resolution 4, even towns cover much of it. */
const PARTS_MAX = 60
const AT_ONCE = 4
const COARSEST: Resolution = 4
const KEPT = 2_000
// Milliseconds: places change when the service rebuilds them.
const FRESH = 24 * 3_600_000

/** Finds the ground of places by free requests, each made once a day. */
export function createTerritoryGround(source: GroundSource): FindGround {
  const grounds = new LRUCache<string, Promise<FoundGround>>({ max: KEPT, ttl: FRESH })
  const limit = pLimit(AT_ONCE)
  const kept = async (key: string, find: () => Promise<FoundGround>): Promise<FoundGround> => {
    const found = grounds.get(key) ?? find()
    grounds.set(key, found)
    if ((await found).kind === 'unavailable' && grounds.peek(key) === found) grounds.delete(key)
    return found
  }
  const zone = (geo_id: string, resolution: Resolution, take: TakeFree) =>
    kept(`${resolution} ${geo_id}`, () => limit(() => zoneGround(source, take, geo_id, resolution)))
  const country = (geo_id: string, take: TakeFree) =>
    kept(`country ${geo_id}`, async () => {
      if (!(await take())) return { kind: 'unavailable' }
      const listed = await source.children(geo_id)
      if (listed.kind !== 'ok') return unlisted(listed)
      const parts = listed.value.results.filter(({ kind }) => kind === 'zone').map((row) => row.geo_id)
      const found = await Promise.all(parts.slice(0, PARTS_MAX).map((part) => zone(part, LISTED_AT.country, take)))
      return joined(found, !listed.value.isPart && parts.length <= PARTS_MAX)
    })
  return ({ geo_id, level }, resolution, take) =>
    level === 'country' ? country(geo_id, take) : zone(geo_id, coarser(LISTED_AT[level], resolution), take)
}

function coarser(one: Resolution, other: Resolution): Resolution {
  return one < other ? one : other
}

/** Two resolutions coarser, or the coarsest; null when there is no coarser one. */
function muchCoarser(resolution: Resolution): Resolution | null {
  const coarse = Math.max(COARSEST, resolution - 2)
  return isResolution(coarse) && coarse < resolution ? coarse : null
}

/** Joins the grounds of a country's parts. */
async function joined(parts: readonly FoundGround[], isAll: boolean): Promise<FoundGround> {
  if (parts.some(({ kind }) => kind === 'unavailable')) return { kind: 'unavailable' }
  const grounds = parts.flatMap((part) => (part.kind === 'found' ? [part.ground] : []))
  const isComplete = isAll && grounds.length === parts.length && grounds.every((ground) => ground.isComplete)
  const cells = await inTurns(joinSets(grounds.map((ground) => ground.cells)))
  return groundOf(cells, grounds[0]?.resolution ?? LISTED_AT.country, isComplete)
}

function groundOf(cells: ReadonlySet<Cell>, resolution: Resolution, isComplete: boolean): FoundGround {
  return cells.size === 0 ? { kind: 'none' } : { kind: 'found', ground: { cells, resolution, isComplete } }
}

/** Lists a zone's cells; at a coarser resolution when there are too many pages. */
async function zoneGround(
  source: GroundSource,
  take: TakeFree,
  geo_id: string,
  resolution: Resolution,
): Promise<FoundGround> {
  if (!(await take())) return { kind: 'unavailable' }
  let read: HexesRead = { cells: new Set(), rollupNote: null, end: 'not yet' }
  let pages = 0
  for await (const { answer, ...soFar } of source.listCells(geo_id, resolution)) {
    if (answer.kind !== 'ok') return unlisted(answer)
    read = soFar
    const isTooLong = read.cells.size > CELLS_MAX
    if (read.end !== 'not yet' && !isTooLong) break
    if (++pages === PAGES_MAX || isTooLong) {
      const coarse = muchCoarser(resolution)
      if (coarse === null) return isTooLong ? { kind: 'none' } : groundOf(read.cells, resolution, false)
      return zoneGround(source, take, geo_id, coarse)
    }
    if (!(await take())) return { kind: 'unavailable' }
  }
  return groundOf(read.cells, resolution, read.end === 'complete')
}

/** Codes of refusals that a retry does not change, as it does not change a list that cannot be read. */
const ABOUT_THE_PLACE = new Set(['unknown_place', 'not_covered', 'invalid_parameter'])

function unlisted(answer: Exclude<ServiceResult<unknown>, { kind: 'ok' }>): FoundGround {
  const isRefused = answer.kind === 'refused' && (ABOUT_THE_PLACE.has(answer.refusal.code) || isAbsent(answer.refusal))
  const isFinal = isRefused || (answer.kind === 'failed' && answer.failure.code === 'invalid_answer')
  return { kind: isFinal ? 'none' : 'unavailable' }
}
