import type { AreaAnswer, AreaCellState, AreaFigures } from '../../contract/area.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { createShortQueue } from '../../server/work/short-queue.ts'
import { inTurns } from '../../server/work/turns.ts'
import { type KnownArea, knownArea } from '../buying/calls/known-cells.ts'
import type { Waiter, Wanted } from '../buying/claims/batch.ts'
import type { TileOutcome } from '../buying/claims/claim.ts'
import { waiterOf } from '../buying/claims/commitment.ts'
import { currentTiles } from '../buying/claims/current-tiles.ts'
import type { Purchaser } from '../buying/purchaser.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { PeriodFinder } from '../hints/periods/period-finder.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import type { Savings } from '../spending/savings.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-rules.ts'
import type { Area } from './area-cells.ts'
import { areaFiguresOf } from './area-figures.ts'
import { tilesBeside } from './tiles-beside.ts'

/** An area that a viewer wants figures of. */
export interface AreaWanted {
  readonly name: EditionName
  readonly area: Area
  readonly distrustLookups: boolean
  readonly viewer: Viewer
  readonly confirmed: boolean
  /** Aborted when nobody waits any more. Only a purchase that has made a call goes on. */
  readonly signal: AbortSignal
}

/** An area whose known figures have been read. */
export interface PreparedArea {
  /** Returns the known figures, and what the rest would cost. */
  quote(): Promise<AreaAnswer>
  /** Buys the rest, and returns all figures. */
  buy(): Promise<AreaAnswer>
}

/** Figures of areas. Held cells cost nothing; missing ones are bought with as few calls as possible and held like tiles. */
export interface Areas {
  /** Returns an area's figures when nothing is left to buy, else null. `isWhole`: they never change. */
  held(name: EditionName, area: Area, signal: AbortSignal): Promise<{ figures: AreaFigures; isWhole: boolean } | null>
  /** Reads what is known of an area, without any request. */
  prepare(wanted: AreaWanted): Promise<PreparedArea>
}

export interface AreaDeps {
  readonly ledger: TileLedger
  readonly lookups: Lookups
  readonly period: PeriodFinder
  readonly purchaser: Purchaser
  readonly spending: Spending
  readonly savings: Savings
  /** A steady clock in milliseconds. */
  readonly elapsed: () => number
}

/** The rows of an area with more cells take megabytes. */
const SMALL_CELLS = 5_000

/** Creates areas on top of the purchases of tiles. */
export function createAreas(deps: AreaDeps): Areas {
  const { ledger, lookups, purchaser, savings, spending, elapsed } = deps
  // Taking turns would not make several areas faster, and one at a time the garbage collector keeps the rows of only
  // one.
  const large = createShortQueue({ atOnce: 1, waiting: Number.POSITIVE_INFINITY, elapsed })
  const readHeld: Areas['held'] = async (name, area, signal) => {
    const known = await knownArea(ledger, name, area.scope, signal)
    const unknown = known.open
    const empty = await lookups.knownEmpty(name, unknown)
    if (empty.size < unknown.length) return null
    savings.add(known.figures.size)
    return { figures: await inTurns(areaFiguresOf(area, known, empty), signal), isWhole: unknown.length === 0 }
  }
  return {
    held: (name, area, signal) =>
      area.cells.length <= SMALL_CELLS
        ? readHeld(name, area, signal)
        : large.run(() => readHeld(name, area, signal), { client: 'any', signal }),
    prepare: async (wanted) => {
      const { area, viewer, signal } = wanted
      const { name, known } = await startOf(deps, wanted)
      const parents = known.open
      return {
        quote: async () => {
          if (parents.length === 0)
            return { ...(await nothingBought(area, known)), meter: await spending.meter(viewer) }
          const reasons = new Map<Cell, AreaCellState>()
          const quote = await purchaser.quote(
            batchOf(wanted, name, parents, { signal, commit: null }),
            (parent, outcome) => {
              const reason = reasonOf(outcome)
              if (reason !== null) reasons.set(parent, reason)
            },
          )
          const { calls, is_estimate, bought_cells, beside_cells, refusal, meter } = quote
          const cost = { calls, ...(is_estimate && { is_estimate }), bought_cells, beside_cells, refusal, meter }
          return { ...(await nothingBought(area, known, reasons)), ...cost }
        },
        buy: async () => {
          savings.add(known.figures.size)
          const bought =
            parents.length === 0
              ? null
              : await buyRest(deps, batchOf(wanted, name, parents, waiterOf(signal)), area, known)
          return { ...(bought ?? (await nothingBought(area, known))), meter: await spending.meter(viewer) }
        },
      }
    },
  }
}

/** Reads the area in the requested period if it is held in full there, else in the period that is sold now. */
async function startOf(
  deps: AreaDeps,
  { name, area, signal }: AreaWanted,
): Promise<{ name: EditionName; known: KnownArea }> {
  const known = await knownArea(deps.ledger, name, area.scope, signal)
  if (known.figures.size === area.cells.length) return { name, known }
  const [first] = await currentTiles(deps, name, [...area.scope.cells.keys()])
  const current = first?.name ?? name
  if (current.as_of === name.as_of) return { name, known }
  return { name: current, known: await knownArea(deps.ledger, current, area.scope, signal) }
}

function batchOf(wanted: AreaWanted, name: EditionName, parents: readonly Cell[], waiter: Waiter): Wanted {
  const { distrustLookups, viewer, confirmed, area } = wanted
  const around = tilesBeside(parents)
  return { name, parents, scope: area.scope, around, distrustLookups, viewer, confirmed, waiter }
}

type AnswerWithoutMeter = Omit<AreaAnswer, 'meter'>

async function nothingBought(
  area: Area,
  known: KnownArea,
  reasons: ReadonlyMap<Cell, AreaCellState> = new Map(),
): Promise<AnswerWithoutMeter> {
  return {
    ...(await inTurns(areaFiguresOf(area, known, reasons))),
    calls: 0,
    bought_cells: 0,
    beside_cells: 0,
    held_cells: known.figures.size,
    tiles: [...known.tiles],
    refusal: null,
  }
}

/** Buys the rest, then reads again what is held. */
async function buyRest(deps: AreaDeps, wanted: Wanted, area: Area, before: KnownArea): Promise<AnswerWithoutMeter> {
  const reasons = new Map<Cell, AreaCellState>()
  const mine: Cell[] = []
  let refusal: Refusal | null = null
  const answered: AsOf[] = []
  const calls = await deps.purchaser.resolve(wanted, (parent, outcome, isMine) => {
    const reason = reasonOf(outcome)
    if (reason !== null) reasons.set(parent, reason)
    if (outcome.kind === 'refused' && reason === 'not_bought') refusal ??= outcome.refusal
    if (isMine && (outcome.kind === 'bought' || outcome.kind === 'partly')) mine.push(parent)
    // The answers may be of another period than was known.
    const period = 'edition' in outcome ? parseAsOf(outcome.edition.as_of) : null
    if (period !== null) answered.push(period)
  })
  const name = answered.length === 0 ? wanted.name : { ...wanted.name, as_of: answered.reduce(later) }
  const after = await knownArea(deps.ledger, name, area.scope)
  const isSame = name.as_of === wanted.name.as_of
  const start = isSame ? before : null
  const bought_cells = mine.reduce((sum, parent) => sum + heldOf(after, parent) - heldOf(start, parent), 0)
  const own = mine.reduce((sum, parent) => sum + ownOf(after, area, parent) - ownOf(start, area, parent), 0)
  const held_cells = isSame ? before.figures.size : 0
  const cost = { calls, bought_cells, beside_cells: bought_cells - own, held_cells }
  return { ...(await nothingBought(area, after, reasons)), ...cost, refusal }
}

function later(one: AsOf, other: AsOf): AsOf {
  return one > other ? one : other
}

function heldOf(known: KnownArea | null, parent: Cell): number {
  if (known === null) return 0
  return known.tiles.includes(parent) ? tileCells(parent).length : (known.heldOf.get(parent) ?? 0)
}

/** How many cells of the area are held in a tile. */
function ownOf(known: KnownArea | null, { scope }: Area, parent: Cell): number {
  if (known === null) return 0
  return [...(scope.cells.get(parent) ?? [])].filter((cell) => known.figures.has(cell)).length
}

/** Returns why a tile's cells are still unknown; null when they were bought. */
function reasonOf(outcome: TileOutcome): AreaCellState | null {
  if (outcome.kind === 'no_listings') return 'no_listings'
  if (outcome.kind !== 'refused') return null
  return outcome.refusal.code === 'not_covered' ? 'not_covered' : 'not_bought'
}
