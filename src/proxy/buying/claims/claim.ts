import type { Edition, Refusal } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import { figuresText } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { StoredTile } from '../../tiles/stored-tile.ts'
import { LEDGER_UNREACHABLE } from '../../upstream/connection/refusals.ts'
import type { Leases } from './leases.ts'

/**
 * What became of a claimed tile. `partly`: everything that the scope wants of it is held, but not the rest;
 * `given_back`: nobody bought it or is buying it, so anyone who wants it claims it again.
 */
export type TileOutcome =
  | { kind: 'held' | 'bought'; edition: Edition; tile: StoredTile }
  | { kind: 'partly'; edition: Edition }
  | { kind: 'no_listings' }
  /** `isOfViewer`: others who want the tile may not be refused. */
  | { kind: 'refused'; refusal: Refusal; isOfViewer?: true }
  | { kind: 'given_back' }

/** A tile that only one batch may buy: at once within this process, and among all proxies once its lease is granted. */
export class Claim {
  readonly parent: Cell
  readonly key: string
  readonly outcome: Promise<TileOutcome>
  /** Resolves when others may claim the tile. */
  readonly ended: Promise<void>
  /** The outcome, once there is one. */
  settled: TileOutcome | null = null
  end: () => void = () => {}
  private resolve: (outcome: TileOutcome) => void = () => {}
  private readonly unwritten: Promise<unknown>[] = []

  constructor(name: EditionName, parent: Cell) {
    this.parent = parent
    this.key = claimKey(name, parent)
    this.outcome = new Promise((resolve) => {
      this.resolve = resolve
    })
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
  }

  /** Resolves `outcome` for everyone who waits for the tile; only the first outcome counts. */
  settle(outcome: TileOutcome): void {
    if (this.settled !== null) return
    this.settled = outcome
    this.resolve(outcome)
  }

  /** Keeps the tile claimed, even when released, until its paid answer is written. */
  keepUntil(written: Promise<unknown>): void {
    this.unwritten.push(written)
  }

  isKept(): boolean {
    return this.unwritten.length > 0
  }

  /** Resolves once all paid answers for the tile are written or given up. */
  async written(): Promise<void> {
    await Promise.allSettled(this.unwritten)
  }
}

/** Returns the key of a tile's claim and lease. It omits the period, because the service sells only the current one. */
function claimKey(name: Omit<EditionName, 'as_of'>, parent: Cell): string {
  return `${figuresText(name)} ${name.resolution} ${parent}`
}

/** The tiles that this process is buying, each claimed once. */
export class ClaimRegister {
  private readonly leases: Pick<Leases, 'lost' | 'release'>
  private readonly inFlight = new Map<string, Claim>()

  constructor(leases: Pick<Leases, 'lost' | 'release'>) {
    this.leases = leases
  }

  /** Returns the existing claims on these tiles. */
  find(name: EditionName, parents: readonly Cell[]): Claim[] {
    return parents.flatMap((parent) => this.inFlight.get(claimKey(name, parent)) ?? [])
  }

  /** Claims the tiles that nobody has claimed yet, and returns the claims. */
  claimFree(name: EditionName, parents: readonly Cell[]): Claim[] {
    return parents.flatMap((parent) => {
      const claim = new Claim(name, parent)
      if (this.inFlight.has(claim.key)) return []
      this.inFlight.set(claim.key, claim)
      return [claim]
    })
  }

  /** Releases claims that this process has lost to another, and returns them; called right before each metered call. */
  async releaseLost(claims: readonly Claim[]): Promise<Claim[]> {
    const lost = await this.leases.lost(claims.map(({ key }) => key))
    const gone = claims.filter(({ key }) => lost.has(key))
    await this.release(gone)
    return gone
  }

  /** Lets others claim the tiles, some only once their paid answer is written. Claims without an outcome are given back. */
  async release(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims.filter((one) => one.isKept())) {
      claim.settle({ kind: 'refused', refusal: LEDGER_UNREACHABLE })
      void claim.written().then(() => this.free([claim]))
    }
    await this.free(claims.filter((claim) => !claim.isKept()))
  }

  private async free(claims: readonly Claim[]): Promise<void> {
    const open = claims.filter((claim) => this.inFlight.get(claim.key) === claim)
    if (open.length === 0) return
    // Started before anybody in this process can claim the tile, and take its lease, again.
    const released = this.leases.release(open.map(({ key }) => key))
    for (const claim of open) {
      this.inFlight.delete(claim.key)
      claim.settle({ kind: 'given_back' })
      claim.end()
    }
    await released
  }
}
