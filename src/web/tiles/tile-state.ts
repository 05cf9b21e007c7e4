import { shallow } from 'zustand/vanilla/shallow'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type Figure, type FigureColumns, figuresOf, UNHELD } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'
import type { RequestError } from '../requests/http.ts'

/** What the page knows about a figure tile; `retryAt` is in milliseconds since 1970, null when a retry would not help. */
export type TileState = { readonly kind: 'held'; readonly tile: FigureColumns } | (UnheldState & HeldPart)

/** What is held of a tile that is not held as a whole: null for nothing; left out while that is not known. */
interface HeldPart {
  readonly part?: FigureColumns | null
  /** True when cells outside the known part may have been bought since. */
  readonly isPartInDoubt?: boolean
}

type UnheldState =
  | { readonly kind: 'unknown' }
  /** The page is asking the proxy whether it holds the tile. */
  | { readonly kind: 'fetching' }
  | { readonly kind: 'not_held' }
  /** Not held, and left unbought on purpose. */
  | { readonly kind: 'declined'; readonly why: DeclineReason }
  | { readonly kind: 'buying' }
  | { readonly kind: 'no_listings' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly retryAt: number | null }
  | { readonly kind: 'failed'; readonly error: RequestError; readonly retryAt: number }

/** Why a tile is left unbought: the view is too wide, or the viewer has not agreed to the purchase. */
export type DeclineReason = 'too_wide' | 'unasked'

const FAULT_RETRY_MS = 15_000
const RESET_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 300_000

/** Codes that stay the same until the request changes. */
const FINAL = new Set([
  'resolution_not_in_plan',
  'not_covered',
  'unknown_place',
  'too_many_hexes',
  'missing_parameter',
  'invalid_parameter',
  'invalid_cursor',
  'malformed_request',
  'not_found',
  'read_only_token',
])

/** Codes of answers that may have been charged, and brought nothing. */
const CHARGED_IN_VAIN = new Set([
  'service_invalid_answer',
  'service_timeout',
  'service_reset',
  'service_cut_short',
  'other_currency',
  'currency_unstated',
  'other_filters',
  'other_units',
])
/** How many of these a tile gets before the viewer has to ask for another. */
const CHARGED_IN_VAIN_MAX = 2

/** Codes about the allowance, the subscription and the operator's guards: nothing is broken, only not bought. */
export const NOT_BOUGHT = new Set([
  'quota_exhausted',
  'subscription_inactive',
  'reserve_reached',
  'day_cap_reached',
  'viewer_cap_reached',
])

/** What has failed for a tile in succession, the latest failure included. */
export interface Failures {
  readonly all: number
  /** Those that may have been charged. */
  readonly charged: number
}

/** Counts a refusal among a tile's failures. */
export function withRefusal({ all, charged }: Failures, { code }: Refusal): Failures {
  return { all: all + 1, charged: charged + (CHARGED_IN_VAIN.has(code) ? 1 : 0) }
}

/** Returns the state of a tile whose purchase was refused. */
export function refusedTile(refusal: Refusal, failures: Failures, now: number): TileState {
  // The spending mode is not an error: the tile waits for the viewer.
  if (refusal.code === 'confirmation_needed' || refusal.code === 'held_only')
    return { kind: 'declined', why: 'unasked' }
  return { kind: 'refused', refusal, retryAt: retryOf(refusal, failures, now) }
}

/** True when a tile is not bought again before the viewer asks for it, since each attempt may cost a call. */
export function isGivenUp(state: TileState): boolean {
  return state.kind === 'refused' && state.retryAt === null && CHARGED_IN_VAIN.has(state.refusal.code)
}

function retryOf({ code, retry_after_s, resets_at }: Refusal, failures: Failures, now: number): number | null {
  if (FINAL.has(code) || failures.charged >= CHARGED_IN_VAIN_MAX) return null
  const again = now + retryPause(isWaitedFor(code) ? RESET_RETRY_MS : FAULT_RETRY_MS, failures.all)
  if (retry_after_s !== null) return now + retry_after_s * 1000
  const reset = resets_at === null ? Number.NaN : Date.parse(resets_at)
  if (Number.isNaN(reset)) return again
  // If this device's clock is ahead of the proxy's, the reset seems over too early: retry at most once a minute.
  const atReset = Math.max(now + RESET_RETRY_MS, reset)
  // An allowance or a cap can be raised before it resets, which the proxy finds out for free.
  return NOT_BOUGHT.has(code) ? Math.min(again, atReset) : atReset
}

/** Doubles with each failure. */
function retryPause(first: number, failures: number): number {
  return Math.min(LONGEST_RETRY_MS, first * 2 ** Math.min(10, failures - 1))
}

/** True when somebody has to do something: renew, raise or publish. */
function isWaitedFor(code: string): boolean {
  return NOT_BOUGHT.has(code) || code === 'invalid_token' || code === 'no_period'
}

/** Returns the state of a tile whose request to the proxy failed. */
export function failedTile(error: RequestError, failures: Failures, now: number): TileState {
  // Nothing is charged, so the end of the fault may be noticed soon.
  return { kind: 'failed', error, retryAt: now + Math.min(RESET_RETRY_MS, retryPause(FAULT_RETRY_MS, failures.all)) }
}

/** True when the tile was refused because the plan did not allow its resolution. */
export function isOfPlan(state: TileState): boolean {
  return state.kind === 'refused' && state.refusal.code === 'resolution_not_in_plan'
}

/** True when the service does not seem to cover the tile: there is nothing to buy, and nothing is wrong. */
export function isUncovered(state: TileState): boolean {
  return state.kind === 'refused' && state.refusal.code === 'not_covered'
}

/** Returns what a free hint says of a tile that it calls empty; null of any other. */
export function emptyAsHinted(state: TileState): 'no_listings' | 'not_covered' | null {
  if (state.kind === 'no_listings') return 'no_listings'
  return isUncovered(state) ? 'not_covered' : null
}

/** True when a free hint calls the tile empty: nothing is bought unless the viewer insists. */
export function isCalledEmpty(state: TileState): boolean {
  return emptyAsHinted(state) !== null
}

/** True when some of the tile's cells may be held although the tile is not, because they were bought with a circle or a place. */
export function mayHavePart(state: TileState): boolean {
  return state.kind === 'declined' || (state.kind === 'refused' && !isUncovered(state))
}

/** True while it has to be found out which cells of a tile are held although the tile is not. */
export function isPartUnknown(state: TileState): boolean {
  if (state.kind === 'held' || !mayHavePart(state)) return false
  return state.part === undefined || state.isPartInDoubt === true
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
  return isAnswered(state) && !isPartUnknown(state)
}

/** True when it is known whether the tile is held and, unless it is, why it is not. */
export function isAnswered(state: TileState): boolean {
  return !isUnderWay(state) && state.kind !== 'unknown' && state.kind !== 'not_held'
}

/** True when two states are equal; each look at a pair creates another object. */
export function isSameState(one: TileState, other: TileState): boolean {
  return shallow(one, other)
}

const figuresByTile = new WeakMap<FigureColumns, ReadonlyMap<Cell, Figure | null>>()

/**
 * Returns the figures of a tile by cell, in `tileCells` order; null where the service had no row. Cells without
 * anything held are left out. Computed once.
 */
export function figuresByCell(tile: FigureColumns): ReadonlyMap<Cell, Figure | null> {
  const known = figuresByTile.get(tile)
  if (known) return known
  const all = figuresOf(tile)
  const figures = new Map(
    tileCells(tile.parent).flatMap((cell, index) =>
      tile.states[index] === UNHELD ? [] : [[cell, all[index] ?? null] as const],
    ),
  )
  figuresByTile.set(tile, figures)
  return figures
}

/** Returns what is held of a tile: all of it, or a part; null for nothing. */
export function heldOf(state: TileState): FigureColumns | null {
  return state.kind === 'held' ? state.tile : (state.part ?? null)
}

/** Returns the figure of a cell; null where the service had no row, undefined when it is not held. */
export function figureIn(state: TileState, cell: Cell): Figure | null | undefined {
  const held = heldOf(state)
  return held === null ? undefined : figuresByCell(held).get(cell)
}
