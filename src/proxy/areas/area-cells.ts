import { LRUCache } from 'lru-cache'
import { AREA_CELLS_MAX, type AreaSelector, type WantedArea } from '../../contract/area.ts'
import type { HexesRead } from '../../contract/service/hexes/hex-pages.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { throwIfGone } from '../../server/work/gone.ts'
import { inTurns } from '../../server/work/turns.ts'
import { type ListZoneCells, onceBegun, type TakeRequest } from '../hints/ground/zone-cells.ts'
import type { AreaScope } from '../planning/calls/area-scope.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type AreaComputing, drawnArea } from './drawn-area.ts'

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

/** The viewer for whom an area's cells are found. */
export interface AreaSeeker<Refused> {
  /** Aborted when nobody waits for the area any more. */
  readonly signal: AbortSignal
  /** Whose share of the service's free requests the list of a place counts towards. */
  readonly address: string
  /** Called with the number of cells before they are computed; returns why the area is refused, or null. */
  admit(cells: number): Promise<Refused | null>
}

/** The period and resolution that an area's cells are found for: the service may draw a place elsewhere in another period. */
type AreaKind = Pick<EditionName, 'as_of' | 'resolution'>

/** Rejects with `Gone` when nobody waits any more. */
export type FindArea = <Refused>(
  selector: WantedArea,
  kind: AreaKind,
  seeker: AreaSeeker<Refused>,
) => Promise<FoundArea | { kind: 'not admitted'; why: Refused }>

export interface AreaCells {
  readonly find: FindArea
  /** Forgets the cells of places: the service may draw them elsewhere now. */
  forget(): void
}

interface AreaCellsDeps {
  readonly listCells: ListZoneCells
  readonly computing: AreaComputing
  readonly shares: Pick<FreeShares, 'take'>
}

const KEPT = 50
// Milliseconds: places may change within a period, too.
const FRESH = 3_600_000
const MOST = AREA_CELLS_MAX.toLocaleString('en')

/** Finds the cells of areas; those of places by free look-ups, which are cached for an hour of their period. */
export function createAreaCells(deps: AreaCellsDeps): AreaCells {
  const places = new LRUCache<string, Promise<FoundArea>>({ max: KEPT, ttl: FRESH })
  const placeOnce = async (geo_id: string, kind: AreaKind, address: string): Promise<FoundArea> => {
    const key = `${kind.as_of} ${kind.resolution} ${geo_id}`
    const known = await places.get(key)
    // Nobody else is refused because one address has used its share.
    if (known !== undefined && !isWithheld(known)) return known
    const finding = placeArea(deps, { geo_id, ...kind, take: onceBegun(() => deps.shares.take(address)) })
    places.set(key, finding)
    const found = await finding.catch((error: unknown) => {
      places.delete(key)
      throw error
    })
    if (!isWorthKeeping(found) && places.peek(key) === finding) places.delete(key)
    return found
  }
  const findOne = async <Refused>(
    selector: AreaSelector,
    kind: AreaKind,
    { signal, address, admit }: AreaSeeker<Refused>,
  ) => {
    if ('geo_id' in selector) {
      const found = await placeOnce(selector.geo_id, kind, address)
      throwIfGone(signal)
      const why = found.kind === 'found' ? await admit(found.area.cells.length) : null
      return why === null ? found : { kind: 'not admitted' as const, why }
    }
    const drawn = drawnArea(deps.computing, selector, kind.resolution)
    // Estimated first: listing a million cells takes seconds.
    if (drawn.most > AREA_CELLS_MAX) return { kind: 'too_large' as const, message: drawn.tooLarge() }
    const why = await admit(drawn.most)
    if (why !== null) return { kind: 'not admitted' as const, why }
    const { cells, byTile } = await drawn.list(signal)
    const scope = { shape: drawn.shape, cells: byTile }
    return { kind: 'found' as const, area: { cells, scope, rollupNote: null, isComplete: true } }
  }
  const find: FindArea = async (selector, kind, seeker) => {
    if (!('all' in selector)) return findOne(selector, kind, seeker)
    const parts: Part[] = []
    const all = new Map<Cell, Cell>()
    for (const one of selector.all) {
      const found = await findOne(one, kind, seeker)
      if (found.kind !== 'found') return found
      parts.push(await inTurns(sharing(found.area, all), seeker.signal))
      if (all.size > AREA_CELLS_MAX) return { kind: 'too_large', message: largeTogether(all.size) }
    }
    return joinAreas(deps.computing, parts, all)
  }
  return { find, forget: () => places.clear() }
}

type Part = Pick<Area, 'scope' | 'isComplete'>

/** Cells that are added in one step, which takes about a millisecond. */
const STEP = 5_000

/** Adds an area's cells to those of others, and returns it with one text for each cell that several have, in steps. */
function* sharing({ scope, isComplete }: Area, all: Map<Cell, Cell>): Generator<void, Part> {
  const cells = new Map<Cell, Set<Cell>>()
  let added = 0
  for (const [parent, own] of scope.cells) {
    if (added > STEP) {
      yield
      added = 0
    }
    added += own.size
    const shared = new Set<Cell>()
    for (const cell of own) {
      const first = all.get(cell) ?? cell
      all.set(first, first)
      shared.add(first)
    }
    cells.set(parent, shared)
  }
  return { scope: { shape: scope.shape, cells }, isComplete }
}

function largeTogether(found: number): string {
  return `expected areas of at most ${MOST} cells together, found ${found.toLocaleString('en')} or more: name fewer or smaller ones`
}

/** Several areas as one, with each cell once. */
async function joinAreas(
  computing: AreaComputing,
  parts: readonly Part[],
  all: ReadonlyMap<Cell, Cell>,
): Promise<FoundArea> {
  const { cells, byTile } = await computing.orderedCells(all.keys())
  const shape = { kind: 'several' as const, of: parts.map(({ scope }) => scope) }
  const isComplete = parts.every((part) => part.isComplete)
  return { kind: 'found', area: { cells, scope: { shape, cells: byTile }, rollupNote: null, isComplete } }
}

function isWithheld(found: FoundArea): boolean {
  return found.kind === 'unknown' && found.why.kind === 'withheld'
}

/** Failed and incomplete answers are not cached, so that the next request tries again. */
function isWorthKeeping(found: FoundArea): boolean {
  return found.kind === 'too_large' || (found.kind === 'found' && found.area.isComplete)
}

async function placeArea(
  { listCells, computing }: AreaCellsDeps,
  { geo_id, as_of, resolution, take }: AreaKind & { geo_id: string; take: TakeRequest },
): Promise<FoundArea> {
  let read: HexesRead = { cells: new Set(), rollupNote: null, end: 'not yet' }
  for await (const { answer, ...soFar } of listCells(geo_id, resolution, take)) {
    if (soFar.end === 'failed' && answer.kind !== 'ok') return { kind: 'unknown', why: answer }
    if (soFar.cells.size > AREA_CELLS_MAX) return { kind: 'too_large', message: largePlace(geo_id, resolution) }
    read = soFar
  }
  const { cells, rollupNote } = read
  const isComplete = read.end === 'complete'
  // When a place is rolled up or its list is incomplete, the service may have figures for other cells than the listed ones.
  const shape = isComplete && rollupNote === null ? { kind: 'place' as const, geo_id, cells, listedFor: as_of } : null
  const { cells: ordered, byTile } = await computing.orderedCells(cells)
  return { kind: 'found', area: { cells: ordered, scope: { shape, cells: byTile }, rollupNote, isComplete } }
}

function largePlace(geo_id: string, resolution: Resolution): string {
  return `expected an area of at most ${MOST} cells, place '${geo_id}' has more at resolution ${resolution}: choose a coarser resolution or a smaller place`
}
