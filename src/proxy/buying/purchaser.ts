import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import { nextTurn } from '../../server/work/turns.ts'
import { type LeaseLedger, LedgerUnreachable } from '../ledger/ledger.ts'
import type { Savings } from '../spending/savings.ts'
import { LEDGER_UNREACHABLE } from '../upstream/connection/refusals.ts'
import type { Wanted } from './claims/batch.ts'
import { createClaims, type OnOutcome } from './claims/claims.ts'
import { currentTiles } from './claims/current-tiles.ts'
import { createLeases, LEASE_TIMES, type LeaseTimes } from './claims/leases.ts'
import { type BatchDeps, createBatchBuyer } from './purchase-batch.ts'
import { createQuote, type Quote } from './quote.ts'
import { createTileSender, type SendEvent } from './tile-sender.ts'

export interface Purchaser {
  /**
   * Sends an event for each tile as its outcome becomes known, then a receipt. Once a call has been made, it continues
   * even if nobody listens; before that, it rejects with `Gone`.
   */
  purchase(wanted: Wanted, send: SendEvent): Promise<void>
  /** The same without events: buys what is missing, and returns the calls that were made for it. */
  resolve(wanted: Wanted, onOutcome: OnOutcome): Promise<number>
  /** Returns what the same purchase would cost. */
  readonly quote: Quote
  /** Waits for the calls under way and until their answers are written; starts no others. */
  drain(): Promise<void>
  /** Gives up unwritten answers. */
  close(): void
}

export interface PurchaserDeps extends Omit<BatchDeps, 'isStopping' | 'leases' | 'poll'> {
  readonly ledger: BatchDeps['ledger'] & LeaseLedger
  readonly savings: Savings
  /** A steady clock in milliseconds. */
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

/** Buys tiles that are not held, each only once however many viewers want it at the same time. */
export function createPurchaser(deps: PurchaserDeps): Purchaser {
  let stopping = false
  const underWay = new Set<Promise<unknown>>()
  const seenThrough = <T>(purchase: Promise<T>): Promise<T> => {
    const done = purchase.finally(() => underWay.delete(done))
    underWay.add(done)
    return done
  }
  const times = deps.leaseTimes ?? LEASE_TIMES
  const leases = createLeases({ ...deps, times })
  const isStopping = () => stopping
  const batchDeps = { ...deps, isStopping, leases, poll: times.poll }
  const resolveTiles = createClaims({
    ...deps,
    buyBatch: createBatchBuyer(batchDeps),
    currentTiles: (name, parents) => currentTiles(deps, name, parents),
    leases,
    isStopping,
    poll: times.poll,
  })

  const purchase = async (wanted: Wanted, send: SendEvent): Promise<void> => {
    const sendTile = createTileSender(send)
    const refusals = new Map<Refusal, Cell[]>()
    const cells = { bought_cells: 0, beside_cells: 0, held_cells: 0 }
    const asked = new Set(wanted.parents)
    await deps.revisions.check()
    const { missing, unknown } = await sendHeld(deps, wanted, (parent, edition, tile) => {
      cells.held_cells += tileCells(parent).length
      sendTile(edition, tile)
    })
    if (unknown.length > 0) refusals.set(LEDGER_UNREACHABLE, unknown)
    const calls = await resolveTiles({ ...wanted, parents: missing }, (parent, outcome, isMine) => {
      switch (outcome.kind) {
        case 'held':
        case 'bought':
          cells[outcome.kind === 'bought' && isMine ? 'bought_cells' : 'held_cells'] += tileCells(parent).length
          if (outcome.kind === 'bought' && isMine && !asked.has(parent)) cells.beside_cells += tileCells(parent).length
          return sendTile(outcome.edition, outcome.tile)
        case 'partly':
          // Cannot happen: a purchase without a scope wants whole tiles.
          return
        case 'no_listings':
          return send({ type: 'no_listings', parent })
        case 'refused':
          refusals.set(outcome.refusal, [...(refusals.get(outcome.refusal) ?? []), parent])
      }
    })
    for (const [refusal, parents] of refusals) send({ type: 'refused', parents, refusal })
    deps.savings.add(cells.held_cells)
    send({ type: 'receipt', calls, ...cells, meter: await deps.spending.meter(wanted.viewer) })
  }

  return {
    purchase: (wanted, send) => seenThrough(purchase(wanted, send)),
    resolve: (wanted, onOutcome) => seenThrough(resolveTiles(wanted, onOutcome)),
    quote: createQuote(batchDeps, (name, parents) => currentTiles(deps, name, parents)),
    drain: async () => {
      stopping = true
      await Promise.allSettled(underWay)
      await deps.writer.drain()
    },
    close: () => {
      deps.writer.close()
      leases.close()
    },
  }
}

type OnHeld = (parent: Cell, ...tile: Parameters<ReturnType<typeof createTileSender>>) => void

/**
 * Sends the tiles that are held already; returns the missing ones, and those that are unknown because the store is
 * down.
 */
async function sendHeld(
  { ledger, log }: PurchaserDeps,
  { name, parents, waiter }: Wanted,
  onHeld: OnHeld,
): Promise<{ missing: Cell[]; unknown: Cell[] }> {
  const rest = new Set(parents)
  try {
    const edition = await ledger.edition(name)
    if (edition === null) return { missing: [...parents], unknown: [] }
    for (const parent of parents) {
      await nextTurn(waiter.signal)
      const tile = await ledger.tile(name, parent)
      if (tile === null) continue
      rest.delete(parent)
      onHeld(parent, edition, tile)
    }
    return { missing: [...rest], unknown: [] }
  } catch (error) {
    if (!(error instanceof LedgerUnreachable)) throw error
    log.error({ err: error, ...name }, 'a purchase was refused: the ledger cannot be reached')
    return { missing: [], unknown: [...rest] }
  }
}
