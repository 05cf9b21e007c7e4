import type { AreaSelector } from '../../contract/area.ts'
import { HISTORY_CELLS_MAX } from '../../contract/history.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, monthsBetween } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { inTurns, nextTurn } from '../../server/work/turns.ts'
import type { Area } from '../areas/area-cells.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import { withinScope } from '../planning/calls/area-scope.ts'
import type { Selector } from '../planning/calls/plan.ts'
import { missingSlices } from '../tiles/cut-answer.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import { ownRefusal } from '../upstream/connection/refusals.ts'
import { type MissingTiles, planEarlier } from './earlier-plan.ts'
import { takesLabels } from './history-calls.ts'
import { monthsPerCall, type Span, spansOver } from './history-plan.ts'
import type { HistoryOf } from './keep-periods.ts'
import { type ListRoom, listRoom, type RoomDeps, sellsLists } from './list-room.ts'

/** One call for some months of an area: for all of it by its own name, or for some of its cells by a list. */
export interface AreaCall {
  readonly span: Span
  /** Null for all of it. */
  readonly slices: readonly Slice[] | null
}

/** The calls that bring what is missing of an area's history. */
export interface AreaCalls {
  readonly calls: readonly AreaCall[]
  /** Why they cannot be made; null when they can. */
  readonly refusal: Refusal | null
  /** How lists are written, where the calls have some. */
  readonly lists: ListRoom | null
}

interface WantedMonths {
  readonly name: EditionName
  readonly selector: AreaSelector
  readonly area: Area
  readonly months: readonly AsOf[]
  /** What the service's history takes. */
  readonly parameters: ReadonlySet<string>
  /** The most cells of a call, each counted once for every period; null while unknown. */
  readonly budget: number | null
}

/**
 * Plans the history of an area. Its own name brings all of it; lists bring drawn shapes, areas that are too large for one
 * call, and what is missing of the others where that takes fewer calls.
 */
export async function areaCalls(deps: RoomDeps & { ledger: TileLedger }, wanted: WantedMonths): Promise<AreaCalls> {
  const { name, selector, area, months, parameters, budget } = wanted
  // A circle can be so small that it has no cell.
  if (months.length === 0 || area.cells.length === 0) return { calls: [], refusal: null, lists: null }
  const isNamed = selectorOf(selector, area) !== null
  const perCall = monthsPerCall(area.cells.length, takesLabels(parameters) ? budget : null)
  const named = spansOver(months, Math.max(1, perCall)).map((span): AreaCall => ({ span, slices: null }))
  const byName = { calls: named, refusal: isNamed ? null : NOT_A_SHAPE, lists: null }
  if (area.cells.length > HISTORY_CELLS_MAX) return { ...byName, refusal: TOO_LARGE }
  if (isNamed && perCall > 0 && named.length === 1) return byName
  const lists = await listRoom(deps, name, area.cells.length)
  if (!sellsLists(parameters, lists)) return isNamed && perCall === 0 ? { ...byName, refusal: TOO_LARGE } : byName
  const missing: MissingTiles[] = []
  for (const as_of of months) missing.push(await missingOf(deps.ledger, { ...name, as_of }, area))
  const calls = planEarlier(missing, lists.room)
  // A list that is not sure to be read whole may cost a call more.
  const areFewer = calls.length < named.length && !lists.isListDoubtful
  return isNamed && perCall > 0 && !areFewer ? byName : { calls, refusal: null, lists }
}

/** What the ledger lacks of an area in one period. */
async function missingOf(ledger: TileLedger, name: EditionName, { scope }: Area): Promise<MissingTiles> {
  const all = [...scope.cells.keys()]
  const isThere = (await ledger.edition(name)) !== null
  const whole = new Set(isThere ? await ledger.heldTiles(name, all) : [])
  const parts = new Map<Cell, readonly Slice[]>()
  for (const parent of all.filter((each) => !whole.has(each))) {
    await nextTurn()
    const open = isThere ? missingSlices(parent, await ledger.parts(name, parent)) : [wholeOf(parent)]
    const wanted = await inTurns(withinScope(open, scope))
    if (wanted.length > 0) parts.set(parent, wanted)
  }
  return { as_of: name.as_of, parents: [...parts.keys()], parts }
}

/** The cells that a call asks for, each counted once for every period. */
export function cellsOfCall({ span: { from, to }, slices }: AreaCall, { cells }: Area): number {
  return (monthsBetween(from, to) + 1) * (slices === null ? cells.length : countCells(slices))
}

/** Returns how a call selects its cells; null for a shape that only lists of cells can. */
export function selectorOfCall({ slices }: AreaCall, selector: AreaSelector, area: Area): Selector | null {
  return slices === null ? selectorOf(selector, area) : { kind: 'cells', cells: slices.flatMap(({ cells }) => cells) }
}

function selectorOf(area: AreaSelector, { cells }: Area): Selector | null {
  if ('geo_id' in area) return { kind: 'place', geo_id: area.geo_id, size: cells.length }
  if ('radius_km' in area) return { kind: 'circle', ...area }
  const cell = 'h3' in area && cells.length === 1 ? parseCell(cells[0] ?? '') : null
  return cell && { kind: 'cells', cells: [cell] }
}

/**
 * The cells of the area as a call is made for them. A place that is listed in full has a row for each cell that has
 * figures; the border of another area may be drawn elsewhere by the service.
 */
export async function askedOfCall(
  { slices }: AreaCall,
  { scope }: Area,
  selector: Selector,
): Promise<HistoryOf['asked']> {
  if (slices !== null) return { slices }
  const within = await inTurns(withinScope([...scope.cells.keys()].map(wholeOf), scope))
  return { slices: within, areRowsAll: selector.kind !== 'cells' && scope.shape?.kind !== 'place' }
}

function wholeOf(parent: Cell): Slice {
  return { parent, first: 0, cells: tileCells(parent) }
}

const NOT_A_SHAPE = ownRefusal(
  'not_a_shape',
  'The statistics service sells histories of places, circles and single hexagons, not of other shapes.',
)
const TOO_LARGE = ownRefusal(
  'too_large',
  'The area has too many cells for its history at this resolution. Choose a coarser resolution or a smaller area.',
)
