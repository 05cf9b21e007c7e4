import { useSyncExternalStore } from 'react'
import { decodeTile, TILE_MEDIA_TYPE } from '../../contract/figure-tile.ts'
import { type Edition, edition, type Meter, PURCHASE_TILES_MAX, type PurchaseEvent } from '../../contract/proxy-api.ts'
import { type Cell, isResolution, parseCell, type Resolution } from '../../domain/cell.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { tileParent } from '../../domain/tile.ts'
import { type EditionName, editionKey, editionPath } from './editions.ts'
import { refusedBy } from './http.ts'
import { purchaseTiles } from './purchases.ts'
import { reach } from './reach.ts'
import { TileShelf, tileKey } from './tile-shelf.ts'
import {
  cellStateIn,
  failedTile,
  figureIn,
  isMissing,
  isUnasked,
  isUnderWay,
  refusedTile,
  type TileState,
} from './tile-state.ts'

/** What the view in sight cost: metered calls, cells bought with them, and cells that were already paid for. */
export interface LastReceipt {
  readonly calls: number
  readonly bought_cells: number
  readonly held_cells: number
  /** The allowance after it; null when nothing was bought. */
  readonly meter: Meter | null
}

interface TileStoreOptions {
  /** Origin of the proxy; empty for the page's own. */
  readonly baseUrl: string
  readonly send: typeof fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The most tiles remembered. */
  readonly capacity: number
  /** Called when a purchase was answered from another period than was asked for. */
  readonly onPeriod: (as_of: AsOf) => void
}

/**
 * The figure tiles that the page knows, by edition and parent. Decoded tiles never change. Getting a tile never spends;
 * only `requestPurchase` does, and what it has begun runs to its end.
 */
export class TileStore {
  readonly #options: TileStoreOptions
  readonly #shelf: TileShelf
  /** The answers being waited for, by tile or edition. */
  readonly #gets = new Map<string, Promise<void>>()
  #receipt: LastReceipt | null = null
  #finest: Resolution = 8
  #ledger: string | null = null

  constructor(options: TileStoreOptions) {
    this.#options = options
    this.#shelf = new TileShelf(options.capacity)
  }

  subscribe = (listener: () => void): (() => void) => this.#shelf.subscribe(listener)

  /** Grows with every change; equal versions hold the same. */
  version = (): number => this.#shelf.version()

  receipt = (): LastReceipt | null => this.#receipt

  /** The finest resolution that the plan allows, as far as refusals have taught. */
  finestResolution = (): Resolution => this.#finest

  /** Says which ledger the proxy answers from; what was got from another is forgotten. */
  openLedger(ledger: string): void {
    if (this.#ledger !== null && this.#ledger !== ledger) this.#shelf.clear()
    this.#ledger = ledger
  }

  edition(name: EditionName): Edition | null {
    return this.#shelf.edition(name)
  }

  stateOf(name: EditionName, parent: Cell): TileState {
    return this.#shelf.get(name, parent)
  }

  /** What is known of one cell. */
  cellOf(name: EditionName, cell: Cell): { state: CellState; figure: Figure | null } {
    const state = this.stateOf(name, tileParent(cell))
    const figure = figureIn(state, cell)
    return { state: cellStateIn(state, figure), figure }
  }

  /** Those of the parents whose tiles a purchase would now be asked for. */
  missing(name: EditionName, parents: readonly Cell[]): Cell[] {
    const now = this.#options.now()
    return parents.filter((parent) => isMissing(this.stateOf(name, parent), now))
  }

  /** The earliest instant at which a refused or failed one of these tiles may be asked for again; null when none may. */
  nextRetry(name: EditionName, parents: readonly Cell[]): number | null {
    const instants = parents.flatMap((parent) => {
      const state = this.stateOf(name, parent)
      return state.kind === 'refused' || state.kind === 'failed' ? (state.retryAt ?? []) : []
    })
    return instants.length === 0 ? null : Math.min(...instants)
  }

  /** Gets those of the tiles that the proxy holds; free. Resolves when it has answered for every one of them. */
  async ensureHeld(name: EditionName, parents: readonly Cell[]): Promise<void> {
    const now = this.#options.now()
    for (const parent of parents) {
      this.#shelf.touch(name, parent)
      if (!isUnasked(this.stateOf(name, parent), now)) continue
      this.#shelf.put(name, parent, { kind: 'fetching' })
      void this.#once(tileKey(name, parent), () => this.#getTile(name, parent))
    }
    await Promise.all(parents.map((parent) => this.#gets.get(tileKey(name, parent))))
  }

  /** Leaves the tiles unbought, and says so of their cells. */
  decline(name: EditionName, parents: readonly Cell[]): void {
    for (const parent of parents) {
      if (this.stateOf(name, parent).kind === 'not_held') this.#shelf.put(name, parent, { kind: 'declined' })
    }
  }

  /** Has the missing ones of these tiles bought. Resolves when each is held or has been refused. */
  async requestPurchase(name: EditionName, parents: readonly Cell[]): Promise<void> {
    const wanted = this.missing(name, parents)
    for (const parent of wanted) this.#shelf.put(name, parent, { kind: 'buying' })
    const batches: Cell[][] = []
    for (let i = 0; i < wanted.length; i += PURCHASE_TILES_MAX) batches.push(wanted.slice(i, i + PURCHASE_TILES_MAX))
    await Promise.all(batches.map((batch) => this.#buy(name, batch)))
  }

  /** Makes refused and failed tiles ask again. */
  forgetRefusals(): void {
    this.#finest = 8
    this.#shelf.forget(({ kind }) => kind === 'refused' || kind === 'failed')
  }

  /** Begins the receipt of a new view; `held_cells` of it are paid for already. */
  startReceipt(held_cells: number): void {
    this.#receipt = { calls: 0, bought_cells: 0, held_cells, meter: null }
    this.#shelf.changed()
  }

  async #getTile(name: EditionName, parent: Cell): Promise<void> {
    try {
      const url = `${this.#options.baseUrl}/api/tiles/${editionPath(name)}/${parent}${this.#generation()}`
      const response = await reach(this.#options.send, url, { headers: { Accept: TILE_MEDIA_TYPE } })
      if (response.status === 404) return this.#shelf.put(name, parent, { kind: 'not_held' })
      if (!response.ok) throw refusedBy(response, await response.json().catch(() => null))
      const tile = decodeTile(new Uint8Array(await response.arrayBuffer()))
      // A tile brings no currency and no window; those are the edition's.
      if (!this.edition(name)) await this.#once(editionKey(name), () => this.#getEdition(name))
      this.#shelf.put(name, parent, { kind: 'held', tile })
    } catch (cause) {
      this.#fail(name, [parent], cause)
    }
  }

  // What is held never changes, so caches keep it for ever: another ledger needs other addresses.
  #generation(): string {
    return this.#ledger === null ? '' : `?ledger=${encodeURIComponent(this.#ledger)}`
  }

  async #getEdition(name: EditionName): Promise<void> {
    const { send, baseUrl } = this.#options
    const response = await reach(send, `${baseUrl}/api/editions/${editionPath(name)}${this.#generation()}`)
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw refusedBy(response, body)
    this.#shelf.addEdition(edition.parse(body))
  }

  /** Does what is under way already only once. */
  #once(key: string, work: () => Promise<void>): Promise<void> {
    const known = this.#gets.get(key)
    if (known) return known
    const done = work().finally(() => this.#gets.delete(key))
    this.#gets.set(key, done)
    return done
  }

  async #buy(name: EditionName, parents: readonly Cell[]): Promise<void> {
    const { send, baseUrl } = this.#options
    try {
      let current = name
      for await (const event of purchaseTiles(send, baseUrl, { ...name, parents: [...parents] })) {
        current = this.#apply(current, event)
      }
    } catch (cause) {
      this.#fail(name, parents, cause)
    }
    this.#fail(name, parents, new Error('The proxy said nothing of these figures.'))
  }

  /** Takes in one event; returns the edition that the tiles after it belong to. */
  #apply(name: EditionName, event: PurchaseEvent): EditionName {
    switch (event.type) {
      case 'edition':
        return this.#openEdition(name, event.edition)
      case 'tile': {
        const tile = decodeTile(Uint8Array.from(atob(event.bytes), (letter) => letter.charCodeAt(0)))
        this.#shelf.put(name, tile.parent, { kind: 'held', tile })
        return name
      }
      case 'no_listings':
        this.#putAll(name, [event.parent], { kind: 'no_listings' })
        return name
      case 'refused':
        if (event.refusal.code === 'resolution_not_in_plan') this.#learnFinest(name.resolution)
        this.#putAll(name, event.parents, refusedTile(event.refusal, this.#options.now()))
        return name
      case 'receipt':
        this.#addReceipt(event)
        return name
    }
  }

  // The service may have moved on to another period since the page asked; what is bought is of that one.
  #openEdition(asked: EditionName, opened: Edition): EditionName {
    this.#shelf.addEdition(opened)
    const as_of = parseAsOf(opened.as_of)
    if (as_of === null || as_of === asked.as_of) return asked
    this.#options.onPeriod(as_of)
    return { ...asked, as_of }
  }

  #learnFinest(refused: Resolution): void {
    const coarser = refused - 1
    if (coarser < this.#finest && isResolution(coarser)) this.#finest = coarser
  }

  #addReceipt(event: Extract<PurchaseEvent, { type: 'receipt' }>): void {
    const before = this.#receipt ?? { calls: 0, bought_cells: 0, held_cells: 0 }
    this.#receipt = {
      calls: before.calls + event.calls,
      bought_cells: before.bought_cells + event.bought_cells,
      held_cells: before.held_cells + event.held_cells,
      meter: event.meter,
    }
    this.#shelf.changed()
  }

  /** Marks as failed those of the tiles about which an answer was still awaited. */
  #fail(name: EditionName, parents: readonly Cell[], cause: unknown): void {
    const message = cause instanceof Error ? cause.message : String(cause)
    const waiting = parents.filter((parent) => isUnderWay(this.stateOf(name, parent)))
    this.#putAll(name, waiting, failedTile(message, this.#options.now()))
  }

  #putAll(name: EditionName, parents: readonly string[], state: TileState): void {
    for (const parent of parents.map(parseCell)) if (parent) this.#shelf.put(name, parent, state)
  }
}

const periodListeners = new Set<(as_of: AsOf) => void>()

/** Hears of periods that purchases were answered from, other than those asked for. */
export function onPeriodMoved(listener: (as_of: AsOf) => void): () => void {
  periodListeners.add(listener)
  return () => periodListeners.delete(listener)
}

/** The page's tiles. */
export const tileStore = new TileStore({
  baseUrl: '',
  send: (input, init) => fetch(input, init),
  now: Date.now,
  capacity: 600,
  onPeriod: (as_of) => {
    for (const listener of periodListeners) listener(as_of)
  },
})

/** Renders again whenever a tile, an edition or the receipt changed; the value itself means nothing. */
export function useTileStoreVersion(): number {
  return useSyncExternalStore(tileStore.subscribe, tileStore.version)
}

/** What the view in sight cost; null before the first. */
export function useLastReceipt(): LastReceipt | null {
  return useSyncExternalStore(tileStore.subscribe, tileStore.receipt)
}

/** The finest resolution that the plan allows, as far as is known. */
export function useFinestResolution(): Resolution {
  return useSyncExternalStore(tileStore.subscribe, tileStore.finestResolution)
}
