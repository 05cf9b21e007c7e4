import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type CellState, type Figure, type FigureColumns, figuresOf } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'

/** What the page knows of one figure tile; instants are milliseconds since 1970, null where asking again is no use. */
export type TileState =
  | { readonly kind: 'unknown' }
  /** The proxy is being asked whether it holds the tile. */
  | { readonly kind: 'fetching' }
  | { readonly kind: 'held'; readonly tile: FigureColumns }
  | { readonly kind: 'not_held' }
  /** Not held, and left unbought on purpose. */
  | { readonly kind: 'declined'; readonly why: DeclineReason }
  | { readonly kind: 'buying' }
  | { readonly kind: 'no_listings' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly retryAt: number | null }
  | { readonly kind: 'failed'; readonly message: string; readonly retryAt: number }

/** Why a tile is left unbought: the view is too wide, or nothing is bought unless the viewer says so. */
export type DeclineReason = 'too_wide' | 'unasked'

const FAULT_RETRY_MS = 15_000
const RESET_RETRY_MS = 60_000
const FAULTS = new Set(['internal_error', 'ledger_unreachable', 'proxy_stopping'])

/** The state of a tile whose purchase was refused. */
export function refusedTile(refusal: Refusal, now: number): TileState {
  // The mode of spending is no trouble of its own: the tile waits for the viewer.
  if (refusal.code === 'confirmation_needed' || refusal.code === 'held_only')
    return { kind: 'declined', why: 'unasked' }
  return { kind: 'refused', refusal, retryAt: retryOf(refusal, now) }
}

function retryOf({ code, retry_after_s, resets_at }: Refusal, now: number): number | null {
  if (retry_after_s !== null) return now + retry_after_s * 1000
  const reset = resets_at === null ? Number.NaN : Date.parse(resets_at)
  // Over by this device's clock but not by the proxy's: asked again, but not over and over.
  if (!Number.isNaN(reset)) return Math.max(now + RESET_RETRY_MS, reset)
  return FAULTS.has(code) || code.startsWith('service_') ? now + FAULT_RETRY_MS : null
}

/** The state of a tile about which the proxy could not be asked. */
export function failedTile(message: string, now: number): TileState {
  return { kind: 'failed', message, retryAt: now + FAULT_RETRY_MS }
}

/** True where no served market is: there is nothing to be had, and nothing wrong. */
export function isUncovered(state: TileState): boolean {
  return state.kind === 'refused' && state.refusal.code === 'not_covered'
}

/** True where a purchase would be asked for now. */
export function isMissing(state: TileState, now: number): boolean {
  switch (state.kind) {
    case 'not_held':
    case 'declined':
      return true
    case 'refused':
      return state.retryAt !== null && state.retryAt <= now
    case 'unknown':
    case 'fetching':
    case 'held':
    case 'buying':
    case 'no_listings':
    case 'failed':
      return false
  }
}

/** True where the proxy would be asked now whether it holds the tile. */
export function isUnasked(state: TileState, now: number): boolean {
  return state.kind === 'unknown' || (state.kind === 'failed' && state.retryAt <= now)
}

/** True while an answer of the proxy is awaited. */
export function isUnderWay({ kind }: TileState): boolean {
  return kind === 'fetching' || kind === 'buying'
}

/** True once nothing more is to come for the tile by itself. */
export function isSettled(state: TileState): boolean {
  return !isUnderWay(state) && state.kind !== 'unknown' && state.kind !== 'not_held'
}

const figuresByTile = new WeakMap<FigureColumns, ReadonlyMap<Cell, Figure | null>>()

/** The figures of a tile by cell, in `tileCells` order; null where the service had no row. Put together once. */
export function figuresByCell(tile: FigureColumns): ReadonlyMap<Cell, Figure | null> {
  const known = figuresByTile.get(tile)
  if (known) return known
  const all = figuresOf(tile)
  const figures = new Map(tileCells(tile.parent).map((cell, index) => [cell, all[index] ?? null]))
  figuresByTile.set(tile, figures)
  return figures
}

/** The figure of a cell, where its tile is held and has one. */
export function figureIn(state: TileState, cell: Cell): Figure | null {
  return state.kind === 'held' ? (figuresByCell(state.tile).get(cell) ?? null) : null
}

/** The state of each cell in a tile; `figure` is the cell's, where the tile is held. */
export function cellStateIn(state: TileState, figure: Figure | null): CellState {
  switch (state.kind) {
    case 'held':
      return figure === null ? 'too_few' : figure.estimated ? 'estimated' : 'observed'
    case 'unknown':
    case 'fetching':
    case 'not_held':
    case 'buying':
      return 'loading'
    case 'declined':
      return 'not_bought'
    case 'no_listings':
      return 'no_listings'
    case 'refused':
      return refusedCellState(state.refusal.code)
    case 'failed':
      return 'failed'
  }
}

/** The allowance, the subscription and the operator's guards: nothing is broken, it was just not bought. */
const NOT_BOUGHT = new Set([
  'quota_exhausted',
  'subscription_inactive',
  'reserve_reached',
  'day_cap_reached',
  'viewer_cap_reached',
])

function refusedCellState(code: string): CellState {
  if (code === 'resolution_not_in_plan') return 'finer_than_plan'
  if (code === 'not_covered') return 'not_covered'
  return NOT_BOUGHT.has(code) ? 'not_bought' : 'failed'
}
