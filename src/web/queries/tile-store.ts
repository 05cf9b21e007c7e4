import { decodeTile } from '../../contract/figure-tile.ts'
import {
  type Edition,
  HELD_TILES_MAX,
  type Meter,
  PURCHASE_TILES_MAX,
  type PurchaseEvent,
  type Refusal,
} from '../../contract/proxy-api.ts'
import { type Cell, cellParent, parseCell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { ABSENT, type CellState, type Figure, type FigureColumns } from '../../domain/figure.ts'
import type { Ground } from '../../domain/ground.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileParent } from '../../domain/tile.ts'
import { t } from '../language/translate.ts'
import { FinestResolution } from './finest-resolution.ts'
import { GroundShelf } from './ground-shelf.ts'
import { askHeld, fetchHeldTile, type ProxyLink } from './held-tiles.ts'
import { RequestError, unreadable } from './http.ts'
import { type PurchaseOptions, purchaseBody, purchaseTiles } from './purchases.ts'
import { TileFailures } from './tile-failures.ts'
import { TileShelf, tileKey } from './tile-shelf.ts'
import {
  cellStateIn,
  type DeclineReason,
  figureIn,
  isCalledEmpty,
  isDueForFetch,
  isMissing,
  isUnderWay,
  needsGround,
  type TileState,
} from './tile-state.ts'

/** What the current view cost: metered calls, cells bought with them, and cells already paid for. */
export interface LastReceipt {
  readonly calls: number
  readonly bought_cells: number
  readonly held_cells: number
}

interface TileStoreOptions extends ProxyLink {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The most tiles to keep. */
  readonly capacity: number
  /** Runs the notification of changes later, by default at the end of the turn. */
  readonly defer?: (notify: () => void) => void
  /** Called when a purchase is answered from another period than requested. */
  readonly onPeriod: (as_of: AsOf) => void
  /** Called with the allowance after each purchase. */
  readonly onMeter: (meter: Meter) => void
}

/**
 * The figure tiles that the page knows, by edition and parent. Decoded tiles never change. Fetching a tile never
 * spends; only `requestPurchase` does, and a purchase runs to its end once begun.
 */
export class TileStore {
  readonly #options: TileStoreOptions
  readonly #shelf: TileShelf
  readonly #grounds: GroundShelf
  readonly #failures: TileFailures
  readonly #finest = new FinestResolution()
  /** Fetches under way, by tile. */
  readonly #gets = new Map<string, Promise<void>>()
  #receipt: LastReceipt | null = null
  #ledger: string | null = null
  /** Ledgers that were replaced. */
  readonly #formerLedgers = new Set<string>()

  constructor(options: TileStoreOptions) {
    this.#options = options
    this.#shelf = new TileShelf(options.capacity, options.defer)
    this.#failures = new TileFailures(options.capacity)
    this.#grounds = new GroundShelf({ ...options, onChange: () => this.#shelf.changed() })
  }

  subscribe = (listener: () => void): (() => void) => this.#shelf.subscribe(listener)

  /** Grows with every change; equal versions mean equal content. */
  version = (): number => this.#shelf.version()

  receipt = (): LastReceipt | null => this.#receipt

  /** Returns the finest resolution that the plan is known to allow. */
  finestResolution = (): Resolution => this.#finest.get()

  /**
   * Returns the ledger that the proxy reads from; null until it is known. Caches keep held tiles for ever, so another
   * ledger needs other addresses.
   */
  ledger = (): string | null => this.#ledger

  /** Returns how often all figures were dropped because the proxy reads from another ledger. */
  timesReplaced = (): number => this.#formerLedgers.size

  /** Sets the ledger that the proxy reads from; forgets what came from another. */
  openLedger(ledger: string): void {
    const former = this.#ledger
    this.#ledger = ledger
    if (former === null || former === ledger) return
    this.#formerLedgers.add(former)
    this.#shelf.clear()
  }

  /** Sets the finest resolution that the plan is known to allow; null while none was refused. */
  allowFinest(finest: number | null): void {
    if (this.#finest.allow(finest)) this.#shelf.changed()
  }

  edition(name: EditionName): Edition | null {
    return this.#shelf.edition(name)
  }

  stateOf(name: EditionName, parent: Cell): TileState {
    return this.#shelf.get(name, parent)
  }

  /** Returns the state and the figure of one cell. */
  cellOf(name: EditionName, cell: Cell): { state: CellState; figure: Figure | null } {
    const state = this.stateOf(name, tileParent(cell))
    const figure = figureIn(state, cell)
    return { state: cellStateIn(state, figure, this.groundOf(tileParent(cell), cell)), figure }
  }

  /** Returns what a cell of a tile lies on; `unknown` until the proxy has said so. */
  groundOf(parent: Cell, cell: Cell): Ground {
    return this.#grounds.groundOf(parent, cell)
  }

  /** Asks what the cells of these tiles lie on (free). */
  wantGround(parents: Iterable<Cell>): void {
    for (const parent of parents) this.#grounds.want(parent)
  }

  /** True while it is being found out what the tile's cells lie on. */
  isGroundAsked(parent: Cell): boolean {
    return this.#grounds.isAsked(parent)
  }

  /** Returns the parents whose tiles would be bought now; with distrust, also tiles that a hint calls empty. */
  missing(name: EditionName, parents: readonly Cell[], distrustLookups = false): Cell[] {
    const now = this.#options.now()
    return parents.filter((parent) => {
      const state = this.stateOf(name, parent)
      return isMissing(state, now) || (distrustLookups && isCalledEmpty(state))
    })
  }

  /** Returns why it could not be found out what the tile's cells lie on; null when it could, or need not be. */
  groundFault(name: EditionName, parent: Cell): string | null {
    return needsGround(this.stateOf(name, parent)) ? (this.#grounds.failureOf(parent)?.message ?? null) : null
  }

  /** Returns when the first refused or failed tile may be retried, in milliseconds since 1970; null when none may. */
  nextRetry(name: EditionName, parents: readonly Cell[]): number | null {
    const instants = parents.flatMap((parent) => {
      const state = this.stateOf(name, parent)
      return state.kind === 'refused' || state.kind === 'failed' ? (state.retryAt ?? []) : []
    })
    return instants.length === 0 ? null : Math.min(...instants)
  }

  /** Returns when the proxy may first be asked again what tiles lie on, in milliseconds since 1970; null when it need not. */
  nextGroundRetry(name: EditionName, parents: readonly Cell[]): number | null {
    const unsure = parents.filter((parent) => needsGround(this.stateOf(name, parent)))
    const instants = unsure.flatMap((parent) => this.#grounds.failureOf(parent)?.retryAt ?? [])
    return instants.length === 0 ? null : Math.min(...instants)
  }

  /**
   * Fetches the tiles that the proxy holds (free); `again` includes those that it lacked before. Resolves when done.
   */
  async ensureHeld(name: EditionName, parents: readonly Cell[], again = false): Promise<void> {
    const now = this.#options.now()
    const due: Cell[] = []
    for (const parent of parents) {
      this.#shelf.touch(name, parent)
      const state = this.stateOf(name, parent)
      if (needsGround(state)) this.#grounds.want(parent)
      if (!isDueForFetch(state, now) && !(again && isMissing(state, Number.POSITIVE_INFINITY))) continue
      this.#shelf.put(name, parent, { kind: 'fetching' })
      due.push(parent)
    }
    for (let i = 0; i < due.length; i += HELD_TILES_MAX) this.#getHeld(name, due.slice(i, i + HELD_TILES_MAX))
    await Promise.all(parents.map((parent) => this.#gets.get(tileKey(name, parent))))
  }

  /** Marks the tiles as left unbought. */
  decline(name: EditionName, parents: readonly Cell[], why: DeclineReason): void {
    for (const parent of parents) {
      const state = this.stateOf(name, parent)
      const isChange = state.kind === 'not_held' || (state.kind === 'declined' && state.why !== why)
      if (isChange) this.#putSettled(name, parent, { kind: 'declined', why })
    }
  }

  /** Marks the tiles, unless held, as empty according to the free look-up. */
  noteNoListings(name: EditionName, parents: readonly string[]): void {
    this.#noteEmpty(name, parents, { kind: 'no_listings' })
  }

  /** Marks the tiles, unless held, as ground that no market seems to have. */
  noteNotCovered(name: EditionName, parents: readonly string[]): void {
    const refusal = { code: 'not_covered', message: '', request_id: null, resets_at: null, retry_after_s: null }
    this.#noteEmpty(name, parents, { kind: 'refused', refusal, retryAt: null })
  }

  #noteEmpty(name: EditionName, parents: readonly string[], state: TileState): void {
    const unheld = parents.map(parseCell).filter((parent) => parent && this.stateOf(name, parent).kind !== 'held')
    for (const parent of unheld) if (parent) this.#putSettled(name, parent, state)
  }

  #putSettled(name: EditionName, parent: Cell, state: TileState): void {
    this.#shelf.put(name, parent, state)
    if (needsGround(state)) this.#grounds.want(parent)
  }

  /** Buys the missing ones of these tiles. Resolves when each is held, refused or failed. */
  async requestPurchase(name: EditionName, parents: readonly Cell[], options: PurchaseOptions = {}): Promise<void> {
    const wanted = this.missing(name, parents, options.distrustLookups)
    for (const parent of wanted) this.#shelf.put(name, parent, { kind: 'buying' })
    const batches: Cell[][] = []
    for (let i = 0; i < wanted.length; i += PURCHASE_TILES_MAX) batches.push(wanted.slice(i, i + PURCHASE_TILES_MAX))
    // The tiles around belong to the view as a whole, so only one batch takes them.
    await Promise.all(batches.map((batch, i) => this.#buy(name, batch, i === 0 ? options : { ...options, around: [] })))
  }

  /** Forgets refusals and failures, so that their tiles are fetched again. */
  forgetRefusals(): void {
    this.#finest.forgetRefusals()
    this.#failures.clear()
    this.#grounds.forgetFailures()
    this.#shelf.forget(({ kind }) => kind === 'refused' || kind === 'failed')
  }

  /** Begins the receipt of a new view; `held_cells` of its cells are already paid for. */
  startReceipt(held_cells: number): void {
    this.#receipt = { calls: 0, bought_cells: 0, held_cells }
    this.#shelf.changed()
  }

  /** Asks once which of the tiles are held, and fetches those: a request for each would mostly find nothing. */
  #getHeld(name: EditionName, parents: readonly Cell[]): void {
    const asked = this.#askHeld(name, parents)
    for (const parent of parents) {
      void this.#once(tileKey(name, parent), async () => {
        try {
          if ((await asked).has(parent)) await this.#getTile(name, parent)
          else this.#noteNotHeld(name, parent)
        } catch (cause) {
          this.#fail(name, [parent], cause)
        }
      })
    }
  }

  async #askHeld(name: EditionName, parents: readonly Cell[]): Promise<ReadonlySet<string>> {
    const answer = await askHeld(this.#options, name, parents)
    // The service may have published corrected figures since the page opened the ledger. Of several proxies, one may
    // still name the former ledger.
    const { ledger } = answer
    if (this.#ledger !== null && ledger !== undefined && !this.#formerLedgers.has(ledger)) this.openLedger(ledger)
    // The currency and the window come with the edition, not with the tiles.
    if (answer.edition) this.#shelf.addEdition(name, answer.edition)
    return new Set(answer.held)
  }

  async #getTile(name: EditionName, parent: Cell): Promise<void> {
    const tile = await fetchHeldTile(this.#options, name, parent, this.#ledger)
    if (tile === null) this.#noteNotHeld(name, parent)
    else this.#putHeld(name, tile)
  }

  // A purchase may have brought the tile since the fetch began.
  #noteNotHeld(name: EditionName, parent: Cell): void {
    const { kind } = this.stateOf(name, parent)
    if (kind !== 'held' && kind !== 'no_listings') this.#shelf.put(name, parent, { kind: 'not_held' })
  }

  /** Runs the work unless the same work is already under way. */
  #once(key: string, work: () => Promise<void>): Promise<void> {
    const known = this.#gets.get(key)
    if (known) return known
    const done = work().finally(() => this.#gets.delete(key))
    this.#gets.set(key, done)
    return done
  }

  async #buy(name: EditionName, parents: readonly Cell[], options: PurchaseOptions): Promise<void> {
    const { send, baseUrl } = this.#options
    const asked: ReadonlySet<string> = new Set(parents)
    try {
      let current = name
      for await (const event of purchaseTiles(send, baseUrl, purchaseBody(name, parents, options))) {
        current = this.#apply(current, event, asked)
      }
    } catch (cause) {
      this.#fail(name, parents, cause)
    }
    this.#fail(
      name,
      parents,
      new RequestError('unreadable', t('The server’s answer left out these figures.'), null, null),
    )
  }

  /** Applies one event; returns the edition of the tiles that follow it. */
  #apply(name: EditionName, event: PurchaseEvent, asked: ReadonlySet<string>): EditionName {
    switch (event.type) {
      case 'edition':
        return this.#openEdition(name, event.edition)
      case 'tile': {
        const tile = decodeTile(Uint8Array.from(atob(event.bytes), (letter) => letter.charCodeAt(0)))
        this.#putHeld(name, tile)
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
        for (const parent of refused.map(parseCell)) if (parent) this.#putRefused(name, parent, refusal)
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
    this.#shelf.addEdition(name, opened)
    if (as_of === asked.as_of) return asked
    this.#options.onPeriod(as_of)
    return name
  }

  /** Notes that the plan does not allow a resolution. */
  learnRefused(refused: Resolution): void {
    if (this.#finest.learnRefused(refused)) this.#shelf.changed()
  }

  #addReceipt(event: Extract<PurchaseEvent, { type: 'receipt' }>): void {
    const before = this.#receipt ?? { calls: 0, bought_cells: 0, held_cells: 0 }
    this.#receipt = {
      calls: before.calls + event.calls,
      bought_cells: before.bought_cells + event.bought_cells,
      held_cells: before.held_cells + event.held_cells,
    }
    this.#shelf.changed()
    this.#options.onMeter(event.meter)
  }

  /** Marks the tiles still waiting for an answer as refused or failed. */
  #fail(name: EditionName, parents: readonly Cell[], cause: unknown): void {
    const error = cause instanceof RequestError ? cause : unreadable()
    const refusal = error.refusal()
    for (const parent of parents.filter((one) => isUnderWay(this.stateOf(name, one)))) {
      if (refusal === null) this.#putFailed(name, parent, error.message)
      else this.#putRefused(name, parent, refusal)
    }
  }

  /** Keeps a tile that is held, and forgets that coarser tiles around its figures were called empty. */
  #putHeld(name: EditionName, tile: FigureColumns): void {
    this.#failures.forget(tileKey(name, tile.parent))
    this.#putSettled(name, tile.parent, { kind: 'held', tile })
    if (tile.states.every((state) => state === ABSENT)) return
    for (const resolution of RESOLUTIONS.filter((coarser) => coarser < name.resolution)) {
      const coarser = { ...name, resolution }
      const above = cellParent(tile.parent, resolution - TILE_DEPTH)
      if (isCalledEmpty(this.stateOf(coarser, above))) this.#shelf.put(coarser, above, { kind: 'unknown' })
    }
  }

  #putRefused(name: EditionName, parent: Cell, refusal: Refusal): void {
    this.#putSettled(name, parent, this.#failures.refused(tileKey(name, parent), refusal, this.#options.now()))
  }

  #putFailed(name: EditionName, parent: Cell, message: string): void {
    this.#shelf.put(name, parent, this.#failures.failed(tileKey(name, parent), message, this.#options.now()))
  }
}
