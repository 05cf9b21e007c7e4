import { decodeTile } from '../../contract/figure-tile.ts'
import {
  type Edition,
  HELD_TILES_MAX,
  type Meter,
  PURCHASE_TILES_MAX,
  type PurchaseEvent,
} from '../../contract/proxy-api.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { t } from '../language/translate.ts'
import { RequestError, unreadable } from '../requests/http.ts'
import { needsGround } from './cell-state.ts'
import { type Cost, sumOfCosts } from './cost.ts'
import { askHeld, fetchHeldTile } from './held-tiles.ts'
import { KnownTiles, type KnownTilesOptions } from './known-tiles.ts'
import { type PurchaseOptions, purchaseBody, purchaseTiles } from './purchases.ts'
import { tileKey } from './tile-shelf.ts'
import { isDueForFetch, isMissing } from './tile-state.ts'

/** What the current view cost: metered calls, cells bought with them, those of them around the view, and cells already paid for. */
export interface LastReceipt {
  readonly calls: number
  readonly bought_cells: number
  readonly beside_cells: number
  readonly held_cells: number
}

interface TileStoreOptions extends KnownTilesOptions {
  /** Called when a purchase is answered from another period than requested. */
  readonly onPeriod: (as_of: AsOf) => void
  /** Called with the allowance after each purchase. */
  readonly onMeter: (meter: Meter) => void
}

/** Fetches and buys figure tiles. Fetching never spends; only `requestPurchase` does, and runs to its end once begun. */
export class TileStore extends KnownTiles {
  readonly #options: TileStoreOptions
  /** Fetches under way, by tile. */
  readonly #gets = new Map<string, Promise<void>>()
  #receipt: LastReceipt | null = null

  constructor(options: TileStoreOptions) {
    super(options)
    this.#options = options
  }

  receipt = (): LastReceipt | null => this.#receipt

  /**
   * Fetches the tiles that the proxy holds (free); `again` includes those that it lacked before. Resolves when done.
   */
  async ensureHeld(name: EditionName, parents: readonly Cell[], again = false): Promise<void> {
    const now = this.#options.now()
    const due: Cell[] = []
    for (const parent of parents) {
      this.shelf.touch(name, parent)
      const state = this.stateOf(name, parent)
      if (needsGround(state)) this.grounds.want(parent)
      if (!isDueForFetch(state, now) && !(again && isMissing(state, Number.POSITIVE_INFINITY))) continue
      this.shelf.put(name, parent, { kind: 'fetching' })
      due.push(parent)
    }
    for (let i = 0; i < due.length; i += HELD_TILES_MAX) this.#getHeld(name, due.slice(i, i + HELD_TILES_MAX))
    await Promise.all(parents.map((parent) => this.#gets.get(tileKey(name, parent))))
  }

  /** Buys the missing ones of these tiles. Resolves with what they cost when each is held, refused or failed. */
  async requestPurchase(name: EditionName, parents: readonly Cell[], options: PurchaseOptions = {}): Promise<Cost> {
    const wanted = this.missing(name, parents, options.distrustLookups)
    for (const parent of wanted) this.shelf.put(name, parent, { kind: 'buying' })
    // Nearly every tile has cells without a figure. Asked about as it arrives, each would take a request of its own.
    this.wantGround(wanted)
    const batches: Cell[][] = []
    for (let i = 0; i < wanted.length; i += PURCHASE_TILES_MAX) batches.push(wanted.slice(i, i + PURCHASE_TILES_MAX))
    // The tiles around belong to the view as a whole, so only one batch takes them.
    const paid = await Promise.all(
      batches.map((batch, i) => this.#buy(name, batch, i === 0 ? options : { ...options, around: [] })),
    )
    return sumOfCosts(paid)
  }

  /** Begins the receipt of a new view; `held_cells` of its cells are already paid for. */
  startReceipt(held_cells: number): void {
    this.#receipt = { calls: 0, bought_cells: 0, beside_cells: 0, held_cells }
    this.shelf.changed()
  }

  /** Asks once which of the tiles are held, and fetches those: a request for each would mostly find nothing. */
  #getHeld(name: EditionName, parents: readonly Cell[]): void {
    const asked = this.#askHeld(name, parents)
    for (const parent of parents) {
      void this.#once(tileKey(name, parent), async () => {
        try {
          if ((await asked).has(parent)) await this.#getTile(name, parent)
          else this.noteNotHeld(name, parent)
        } catch (cause) {
          this.fail(name, [parent], cause)
        }
      })
    }
    // After the figures, which people wait for.
    asked.then(
      (held) => this.wantGround(parents.filter((parent) => held.has(parent))),
      // Each of the tiles has failed by now.
      () => undefined,
    )
  }

  async #askHeld(name: EditionName, parents: readonly Cell[]): Promise<ReadonlySet<string>> {
    const answer = await askHeld(this.#options, name, parents)
    if (answer.ledger !== undefined) this.followLedger(answer.ledger)
    // The currency and the window come with the edition, not with the tiles.
    if (answer.edition) this.shelf.addEdition(name, answer.edition)
    return new Set(answer.held)
  }

  async #getTile(name: EditionName, parent: Cell): Promise<void> {
    const tile = await fetchHeldTile(this.#options, name, parent, this.ledger())
    // Another tile would leave this one waiting for ever.
    if (tile !== null && tile.parent !== parent) throw unreadable()
    if (tile === null) this.noteNotHeld(name, parent)
    else this.putHeld(name, tile)
  }

  /** Runs the work unless the same work is already under way. */
  #once(key: string, work: () => Promise<void>): Promise<void> {
    const known = this.#gets.get(key)
    if (known) return known
    const done = work().finally(() => this.#gets.delete(key))
    this.#gets.set(key, done)
    return done
  }

  async #buy(name: EditionName, parents: readonly Cell[], options: PurchaseOptions): Promise<Cost> {
    const { send, baseUrl } = this.#options
    const asked: ReadonlySet<string> = new Set(parents)
    let paid = sumOfCosts([])
    try {
      let current = name
      for await (const event of purchaseTiles(send, baseUrl, purchaseBody(name, parents, options))) {
        current = this.#apply(current, event, asked)
        if (event.type === 'receipt') paid = sumOfCosts([paid, event])
      }
    } catch (cause) {
      this.fail(name, parents, cause)
    }
    this.fail(
      name,
      parents,
      new RequestError('unreadable', t('The server’s answer left out these figures.'), null, null),
    )
    return paid
  }

  /** Applies one event; returns the edition of the tiles that follow it. */
  #apply(name: EditionName, event: PurchaseEvent, asked: ReadonlySet<string>): EditionName {
    switch (event.type) {
      case 'edition':
        return this.#openEdition(name, event.edition)
      case 'tile': {
        const tile = decodeTile(Uint8Array.from(atob(event.bytes), (letter) => letter.charCodeAt(0)))
        this.putHeld(name, tile)
        return name
      }
      case 'no_listings':
        this.noteNoListings(name, [event.parent])
        return name
      case 'refused': {
        const { refusal } = event
        if (refusal.code === 'resolution_not_in_plan') this.learnRefused(name.resolution)
        // Tiles around the view were never fetched, so the proxy may hold them despite the refusal.
        const refused = event.parents.filter((parent) => asked.has(parent))
        for (const parent of refused.map(parseCell)) if (parent) this.putRefused(name, parent, refusal)
        return name
      }
      case 'receipt':
        this.#addReceipt(event)
        return name
    }
  }

  // The service may have moved on to another period since the request; the purchase then belongs to that one.
  #openEdition(asked: EditionName, opened: Edition): EditionName {
    const as_of = parseAsOf(opened.as_of) ?? asked.as_of
    const name = { ...asked, as_of }
    this.shelf.addEdition(name, opened)
    if (as_of === asked.as_of) return asked
    this.#options.onPeriod(as_of)
    return name
  }

  #addReceipt(event: Extract<PurchaseEvent, { type: 'receipt' }>): void {
    const before = this.#receipt ?? { calls: 0, bought_cells: 0, beside_cells: 0, held_cells: 0 }
    this.#receipt = {
      calls: before.calls + event.calls,
      bought_cells: before.bought_cells + event.bought_cells,
      beside_cells: before.beside_cells + (event.beside_cells ?? 0),
      held_cells: before.held_cells + event.held_cells,
    }
    this.shelf.changed()
    this.#options.onMeter(event.meter)
  }
}
