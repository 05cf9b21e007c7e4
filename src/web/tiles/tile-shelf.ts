import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type Currency, parseCurrency } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { editionKey } from './editions.ts'
import { isUnderWay, type TileState } from './tile-state.ts'

const UNKNOWN: TileState = { kind: 'unknown' }

/** The known tiles and editions, and the listeners to their changes. Evicts the least recently used tiles. */
export class TileShelf {
  readonly #capacity: number
  readonly #tiles = new Map<string, TileState>()
  readonly #editions = new Map<string, Edition>()
  readonly #listeners = new Set<() => void>()
  #homeCurrency: Currency | null = null
  #version = 0
  #isNotifying = false

  readonly #defer: (notify: () => void) => void

  /**
   * @param capacity the most tiles to keep
   * @param defer runs a notification later; until then, further changes need none of their own
   */
  constructor(capacity: number, defer: (notify: () => void) => void = queueMicrotask) {
    this.#capacity = capacity
    this.#defer = defer
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Grows with every change; equal versions mean equal content. */
  version = (): number => this.#version

  get(name: EditionName, parent: Cell): TileState {
    return this.#tiles.get(tileKey(name, parent)) ?? UNKNOWN
  }

  put(name: EditionName, parent: Cell, state: TileState): void {
    const key = tileKey(name, parent)
    const next = withPart(state, this.#tiles.get(key))
    this.#tiles.delete(key)
    this.#tiles.set(key, next)
    this.#evict()
    this.changed()
  }

  /** Marks a tile as just used. */
  touch(name: EditionName, parent: Cell): void {
    const key = tileKey(name, parent)
    const state = this.#tiles.get(key)
    if (!state) return
    this.#tiles.delete(key)
    this.#tiles.set(key, state)
  }

  /** Makes the matching tiles unknown again. */
  forget(isForgotten: (state: TileState) => boolean): void {
    for (const [key, state] of this.#tiles) if (isForgotten(state)) this.#tiles.delete(key)
    this.changed()
  }

  /** Makes everything unknown again. */
  clear(): void {
    this.#tiles.clear()
    this.#editions.clear()
    this.#homeCurrency = null
    this.changed()
  }

  edition(name: EditionName): Edition | null {
    return this.#editions.get(editionKey(name)) ?? null
  }

  /** The currency of figures that are bought without naming one; null until there are any. */
  homeCurrency = (): Currency | null => this.#homeCurrency

  /** Keeps what was stated last: with more figures, there may be less that holds of all of them. */
  addEdition(name: EditionName, edition: Edition): void {
    const key = editionKey(name)
    if (JSON.stringify(this.#editions.get(key)) === JSON.stringify(edition)) return
    this.#editions.set(key, edition)
    if (name.currency === undefined) this.#homeCurrency = parseCurrency(edition.currency)
    this.changed()
  }

  /** Notifies the listeners, once for all changes until they are notified. */
  changed(): void {
    this.#version++
    if (this.#isNotifying) return
    this.#isNotifying = true
    this.#defer(() => {
      this.#isNotifying = false
      for (const listener of this.#listeners) listener()
    })
  }

  #evict(): void {
    for (const [key, state] of this.#tiles) {
      if (this.#tiles.size <= this.#capacity) return
      if (!isUnderWay(state)) this.#tiles.delete(key)
    }
  }
}

/** What is held of a tile stays held, whatever becomes of the rest, and what is in doubt about it stays in doubt. */
function withPart(state: TileState, before: TileState = UNKNOWN): TileState {
  if (state.kind === 'held' || before.kind === 'held') return state
  const { part, isPartInDoubt } = before
  return { ...(part !== undefined && { part }), ...(isPartInDoubt !== undefined && { isPartInDoubt }), ...state }
}

/** Returns a tile's name as one text. */
export function tileKey(name: EditionName, parent: Cell): string {
  return `${editionKey(name)}/${parent}`
}
