import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type CellState, type Figure, type FigureColumns, figuresOf } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'

/** What the page knows about a figure tile; `retryAt` is in milliseconds since 1970, null when a retry is no use. */
export type TileState =
  | { readonly kind: 'unknown' }
  /** The page is asking the proxy whether it holds the tile. */
  | { readonly kind: 'fetching' }
  | { readonly kind: 'held'; readonly tile: FigureColumns }
  | { readonly kind: 'not_held' }
  /** Not held, and left unbought on purpose. */
  | { readonly kind: 'declined'; readonly why: DeclineReason }
  | { readonly kind: 'buying' }
  | { readonly kind: 'no_listings' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly retryAt: number | null }
  | { readonly kind: 'failed'; readonly message: string; readonly retryAt: number }

/** Why a tile is left unbought: the view is too wide, or the viewer has not agreed to the purchase. */
export type DeclineReason = 'too_wide' | 'unasked'

const FAULT_RETRY_MS = 15_000
const RESET_RETRY_MS = 60_000
const FAULTS = new Set(['internal_error', 'ledger_unreachable', 'proxy_stopping'])

/** Returns the state of a tile whose purchase was refused. */
export function refusedTile(refusal: Refusal, now: number): TileState {
  // The spending mode is not an error: the tile waits for the viewer.
  if (refusal.code === 'confirmation_needed' || refusal.code === 'held_only')
    return { kind: 'declined', why: 'unasked' }
  return { kind: 'refused', refusal, retryAt: retryOf(refusal, now) }
}

function retryOf({ code, retry_after_s, resets_at }: Refusal, now: number): number | null {
  if (retry_after_s !== null) return now + retry_after_s * 1000
  const reset = resets_at === null ? Number.NaN : Date.parse(resets_at)
  // If this device's clock is ahead of the proxy's, the reset seems over too early: retry at most once a minute.
  if (!Number.isNaN(reset)) return Math.max(now + RESET_RETRY_MS, reset)
  return FAULTS.has(code) || code.startsWith('service_') ? now + FAULT_RETRY_MS : null
}

/** Returns the state of a tile whose request to the proxy failed. */
export function failedTile(message: string, now: number): TileState {
  return { kind: 'failed', message, retryAt: now + FAULT_RETRY_MS }
}

/** True when the service does not cover the tile: there is nothing to buy, and nothing is wrong. */
export function isUncovered(state: TileState): boolean {
  return state.kind === 'refused' && state.refusal.code === 'not_covered'
}

/** True when the tile would be bought now. */
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

/** True when the tile would be fetched now. */
export function isDueForFetch(state: TileState, now: number): boolean {
  return state.kind === 'unknown' || (state.kind === 'failed' && state.retryAt <= now)
}

/** True while the page waits for an answer about the tile. */
export function isUnderWay({ kind }: TileState): boolean {
  return kind === 'fetching' || kind === 'buying'
}

/** True when the tile will not change without a new request. */
export function isSettled(state: TileState): boolean {
  return !isUnderWay(state) && state.kind !== 'unknown' && state.kind !== 'not_held'
}

const figuresByTile = new WeakMap<FigureColumns, ReadonlyMap<Cell, Figure | null>>()

/** Returns the figures of a tile by cell, in `tileCells` order; null where the service had no row. Computed once. */
export function figuresByCell(tile: FigureColumns): ReadonlyMap<Cell, Figure | null> {
  const known = figuresByTile.get(tile)
  if (known) return known
  const all = figuresOf(tile)
  const figures = new Map(tileCells(tile.parent).map((cell, index) => [cell, all[index] ?? null]))
  figuresByTile.set(tile, figures)
  return figures
}

/** Returns the figure of a cell; null when its tile is not held or has none. */
export function figureIn(state: TileState, cell: Cell): Figure | null {
  return state.kind === 'held' ? (figuresByCell(state.tile).get(cell) ?? null) : null
}

/** Returns the state of a cell in a tile; `figure` is the cell's, if the tile is held. */
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

/** Codes about the allowance, the subscription and the operator's guards: nothing is broken, only not bought. */
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
