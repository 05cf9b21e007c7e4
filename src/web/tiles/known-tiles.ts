import { type Edition, PART_TILES_MAX, type Refusal } from '../../contract/proxy-api.ts'
import { type Cell, cellParent, parseCell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { Currency } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { ABSENT, type CellState, type Figure, type FigureColumns } from '../../domain/figure.ts'
import type { Ground } from '../../domain/ground.ts'
import type { AsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileParent } from '../../domain/tile.ts'
import { RequestError, unreadable } from '../requests/http.ts'
import { cellStateIn, needsGround } from './cell-state.ts'
import { FinestResolution } from './finest-resolution.ts'
import { GroundShelf } from './ground-shelf.ts'
import type { HeldParts, ProxyLink } from './held-tiles.ts'
import { PartRequests } from './part-requests.ts'
import { TileFailures } from './tile-failures.ts'
import { TileShelf, tileKey } from './tile-shelf.ts'
import {
  type DeclineReason,
  emptyAsHinted,
  figureIn,
  isCalledEmpty,
  isMissing,
  isOfPlan,
  isPartUnknown,
  isUnderWay,
  mayHavePart,
  type TileState,
} from './tile-state.ts'

/** How the page keeps what it knows. */
export interface KnownTilesOptions extends ProxyLink {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The most tiles to keep. */
  readonly capacity: number
  /** Runs the notification of changes later, by default at the end of the turn. */
  readonly defer?: (notify: () => void) => void
}

/**
 * What the page knows of figure tiles, by edition and parent: their states, what they lie on, what failed, and which ledger
 * they come from. Decoded tiles never change.
 */
export class KnownTiles {
  protected readonly shelf: TileShelf
  protected readonly grounds: GroundShelf
  readonly #now: () => number
  readonly #failures: TileFailures
  readonly #parts: PartRequests
  readonly #finest = new FinestResolution()
  #offered: readonly Resolution[] = RESOLUTIONS
  #ledger: string | null = null
  #coverage: string | null = null
  #coverages = 0
  /** Ledgers that were replaced. */
  readonly #formerLedgers = new Set<string>()

  constructor(options: KnownTilesOptions) {
    this.#now = options.now
    this.shelf = new TileShelf(options.capacity, options.defer)
    this.#failures = new TileFailures(options.capacity)
    this.grounds = new GroundShelf({ ...options, onChange: () => this.shelf.changed() })
    this.#parts = new PartRequests({
      ...options,
      most: PART_TILES_MAX,
      onParts: (...answered) => this.#putParts(...answered),
      onFault: (...failed) => this.#failParts(...failed),
    })
  }

  subscribe = (listener: () => void): (() => void) => this.shelf.subscribe(listener)

  /** Grows with every change; equal versions mean equal content. */
  version = (): number => this.shelf.version()

  /** Returns the finest resolution that the plan is known to allow. */
  finestResolution = (): Resolution => this.#finest.get()

  /**
   * Returns the ledger that the proxy reads from; null until it is known. Caches keep held tiles for ever, so another
   * ledger needs other addresses.
   */
  ledger = (): string | null => this.#ledger

  /** Returns how often all figures were dropped because the proxy reads from another ledger. */
  timesReplaced = (): number => this.#formerLedgers.size

  /** Returns how often something was dropped: all figures, or what the service's former coverage meant for tiles. */
  timesDropped = (): number => this.timesReplaced() + this.#coverages

  /**
   * Sets the name of what the service covers, null while it is not known. Under another name, forgets which tiles hints
   * called empty and what cells lie on, so that both are asked for again, and returns true.
   */
  followCoverage(name: string | null): boolean {
    const former = this.#coverage
    if (name === null || name === former) return false
    this.#coverage = name
    this.grounds.followCoverage(name)
    if (former !== null) this.#coverages++
    this.shelf.forget(isCalledEmpty)
    return former !== null
  }

  /** Sets the ledger that the proxy reads from; forgets what came from another. */
  openLedger(ledger: string): void {
    const former = this.#ledger
    this.#ledger = ledger
    if (former === null || former === ledger) return
    this.#formerLedgers.add(former)
    this.shelf.clear()
  }

  /**
   * Follows the proxy to a ledger that it names later, since the service may have published corrected figures. With
   * several proxies, one may still name a former ledger.
   */
  protected followLedger(ledger: string): void {
    if (this.#ledger !== null && !this.#formerLedgers.has(ledger)) this.openLedger(ledger)
  }

  /** Sets the finest resolution that the plan is known to allow; null while none was refused. */
  allowFinest(finest: number | null): void {
    const before = this.#finest.get()
    if (!this.#finest.allow(finest)) return
    // The plan may have been changed, so what was refused because of it can be bought.
    if (this.#finest.get() > before) this.shelf.forget(isOfPlan)
    else this.shelf.changed()
  }

  /** Returns the resolutions at which some market has figures: all while that is not known. */
  offeredResolutions = (): readonly Resolution[] => this.#offered

  /** Sets the resolutions at which some market has figures; null, while they are not known, changes nothing. */
  noteOffered(resolutions: readonly number[] | null): void {
    const known = RESOLUTIONS.filter((each) => resolutions?.includes(each))
    if (resolutions === null || known.length === 0 || known.join() === this.#offered.join()) return
    this.#offered = known
    this.shelf.changed()
  }

  /** Returns the currency of figures that are bought without naming one; null until there are any. */
  homeCurrency = (): Currency | null => this.shelf.homeCurrency()

  edition(name: EditionName): Edition | null {
    return this.shelf.edition(name)
  }

  /** Keeps what came with figures that are in no tile of this page, such as an area's; nothing for null. */
  learnEdition(name: EditionName, edition: Edition | null): void {
    if (edition !== null) this.shelf.addEdition(name, edition)
  }

  stateOf(name: EditionName, parent: Cell): TileState {
    return this.shelf.get(name, parent)
  }

  /** Returns the state and the figure of one cell. */
  cellOf(name: EditionName, cell: Cell): { state: CellState; figure: Figure | null } {
    const state = this.stateOf(name, tileParent(cell))
    const figure = figureIn(state, cell)
    return { state: cellStateIn(state, figure, this.groundOf(tileParent(cell), cell)), figure: figure ?? null }
  }

  /** Returns what a cell of a tile lies on; `unknown` until the proxy has said so. */
  groundOf(parent: Cell, cell: Cell): Ground {
    return this.grounds.groundOf(parent, cell)
  }

  /** Grows with what becomes known about what cells lie on. */
  groundVersion = (): number => this.grounds.version()

  /** Asks what the cells of these tiles lie on (free). */
  wantGround(parents: Iterable<Cell>): void {
    for (const parent of parents) this.grounds.want(parent)
  }

  /** True while the ground of the tile's cells is being requested. */
  isGroundAsked(parent: Cell): boolean {
    return this.grounds.isAsked(parent)
  }

  /** Returns the parents whose tiles would be bought now; with distrust, also tiles that a hint calls empty. */
  missing(name: EditionName, parents: readonly Cell[], distrustLookups = false): Cell[] {
    const now = this.#now()
    return parents.filter((parent) => {
      const state = this.stateOf(name, parent)
      return isMissing(state, now) || (distrustLookups && isCalledEmpty(state))
    })
  }

  /** Returns why the ground of the tile's cells could not be loaded; null when it could, or is not needed. */
  groundFault(name: EditionName, parent: Cell): string | null {
    return needsGround(this.stateOf(name, parent)) ? (this.grounds.failureOf(parent)?.message ?? null) : null
  }

  /**
   * Returns when the first failed tile may be retried, in milliseconds since 1970, or, where the page buys by itself, the
   * first refused one; null when none may.
   */
  nextRetry(name: EditionName, parents: readonly Cell[], buysItself = true): number | null {
    const instants = parents.flatMap((parent) => {
      const state = this.stateOf(name, parent)
      return state.kind === 'failed' || (buysItself && state.kind === 'refused') ? (state.retryAt ?? []) : []
    })
    return instants.length === 0 ? null : Math.min(...instants)
  }

  /** Returns when the proxy may first be asked again what tiles lie on, in milliseconds since 1970; null when it need not. */
  nextGroundRetry(name: EditionName, parents: readonly Cell[]): number | null {
    const unsure = parents.filter((parent) => needsGround(this.stateOf(name, parent)))
    const instants = unsure.flatMap((parent) => this.grounds.failureOf(parent)?.retryAt ?? [])
    return instants.length === 0 ? null : Math.min(...instants)
  }

  /** Marks the tiles as left unbought. */
  decline(name: EditionName, parents: readonly Cell[], why: DeclineReason): void {
    for (const parent of parents) {
      const state = this.stateOf(name, parent)
      const isChange = state.kind === 'not_held' || (state.kind === 'declined' && state.why !== why)
      if (isChange) this.putSettled(name, parent, { kind: 'declined', why })
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

  /** Marks what hints call empty of an edition as empty in another period, too: they tell of listings of any age. */
  noteAsEmpty(name: EditionName, parents: readonly Cell[], as_of: AsOf): void {
    const other = { ...name, as_of }
    for (const parent of parents) {
      if (isCalledEmpty(this.stateOf(other, parent))) continue
      const why = emptyAsHinted(this.stateOf(name, parent))
      if (why === 'no_listings') this.noteNoListings(other, [parent])
      if (why === 'not_covered') this.noteNotCovered(other, [parent])
    }
  }

  #noteEmpty(name: EditionName, parents: readonly string[], state: TileState): void {
    const unheld = parents.map(parseCell).filter((parent) => parent && this.stateOf(name, parent).kind !== 'held')
    for (const parent of unheld) if (parent) this.putSettled(name, parent, state)
  }

  protected putSettled(name: EditionName, parent: Cell, state: TileState): void {
    this.shelf.put(name, parent, state)
    if (needsGround(state)) this.grounds.want(parent)
    const kept = this.stateOf(name, parent)
    if (isPartUnknown(kept) && !this.#parts.isAsked(name, parent)) this.#parts.want(name, parent)
  }

  /** Requests again what is held of incomplete tiles, because a purchase of this page has added to some of them. */
  reviewParts(name: EditionName, parents: Iterable<Cell>): void {
    for (const parent of parents) {
      const state = this.stateOf(name, parent)
      if (state.kind === 'held' || state.kind === 'unknown') continue
      this.shelf.put(name, parent, { ...state, isPartInDoubt: true })
      // A tile that is being fetched or bought is asked about if that does not bring it.
      if (mayHavePart(state)) this.#parts.want(name, parent)
    }
  }

  #putParts(name: EditionName, asked: readonly Cell[], { parts, edition }: HeldParts): void {
    // The currency and the window come with the edition.
    if (edition !== null) this.shelf.addEdition(name, edition)
    const byParent = new Map(parts.map((part) => [part.parent, part]))
    for (const parent of asked) this.#putPart(name, parent, byParent.get(parent) ?? null)
  }

  #putPart(name: EditionName, parent: Cell, part: FigureColumns | null): void {
    const state = this.stateOf(name, parent)
    if (state.kind !== 'held' && state.kind !== 'unknown')
      this.shelf.put(name, parent, { ...state, part, isPartInDoubt: false })
  }

  /** Without a response, held cells would be called not bought, so their tiles count as failed and are retried. */
  #failParts(name: EditionName, asked: readonly Cell[], cause: unknown): void {
    const error = cause instanceof RequestError ? cause : unreadable()
    for (const parent of asked) {
      // While proxies are being replaced, one may not know of parts yet.
      if (error.code === 'not_found') this.#putPart(name, parent, null)
      else if (mayHavePart(this.stateOf(name, parent))) this.#putFailed(name, parent, error)
    }
  }

  /** Forgets refusals and failures, so that their tiles are fetched again. */
  forgetRefusals(): void {
    this.#finest.forgetRefusals()
    this.#failures.clear()
    this.grounds.forgetFailures()
    this.shelf.forget(({ kind }) => kind === 'refused' || kind === 'failed')
  }

  /** Forgets failures alone, so that what could not be fetched is fetched again; a purchase that was refused is not repeated. */
  forgetFailures(): void {
    this.grounds.forgetFailures()
    this.shelf.forget(({ kind }) => kind === 'failed')
  }

  /** Notes that the plan does not allow a resolution. */
  learnRefused(refused: Resolution): void {
    if (this.#finest.learnRefused(refused)) this.shelf.changed()
  }

  // A purchase may have brought the tile since the fetch began.
  protected noteNotHeld(name: EditionName, parent: Cell): void {
    const { kind } = this.stateOf(name, parent)
    if (kind !== 'held' && kind !== 'no_listings') this.shelf.put(name, parent, { kind: 'not_held' })
  }

  /** Marks the tiles still waiting for an answer as refused or failed. */
  protected fail(name: EditionName, parents: readonly Cell[], cause: unknown): void {
    const error = cause instanceof RequestError ? cause : unreadable()
    const refusal = error.refusal()
    for (const parent of parents.filter((one) => isUnderWay(this.stateOf(name, one)))) {
      if (refusal === null) this.#putFailed(name, parent, error)
      else this.putRefused(name, parent, refusal)
    }
  }

  /** Keeps a tile that is held, and forgets that coarser tiles around its figures were called empty. */
  protected putHeld(name: EditionName, tile: FigureColumns): void {
    this.#failures.forget(tileKey(name, tile.parent))
    this.putSettled(name, tile.parent, { kind: 'held', tile })
    if (tile.states.every((state) => state === ABSENT)) return
    for (const resolution of RESOLUTIONS.filter((coarser) => coarser < name.resolution)) {
      const coarser = { ...name, resolution }
      const above = cellParent(tile.parent, resolution - TILE_DEPTH)
      if (isCalledEmpty(this.stateOf(coarser, above))) this.shelf.put(coarser, above, { kind: 'unknown' })
    }
  }

  protected putRefused(name: EditionName, parent: Cell, refusal: Refusal): void {
    this.putSettled(name, parent, this.#failures.refused(tileKey(name, parent), refusal, this.#now()))
  }

  #putFailed(name: EditionName, parent: Cell, error: RequestError): void {
    this.shelf.put(name, parent, this.#failures.failed(tileKey(name, parent), error, this.#now()))
  }
}
