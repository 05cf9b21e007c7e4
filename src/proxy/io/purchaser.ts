import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import type { EditionName } from '../core/tile-name.ts'
import { createClaims, type Wanted } from './claims.ts'
import { type BatchDeps, createBatchBuyer } from './purchase-batch.ts'
import { createTeller, type Tell } from './teller.ts'

export interface Purchaser {
  /** Tells what becomes of each tile as it becomes known, a receipt last. Goes on when nobody listens any more. */
  purchase(wanted: Wanted, tell: Tell): Promise<void>
  /** Waits for the calls under way and their commits; no further ones are begun. */
  drain(): Promise<void>
}

export type PurchaserDeps = Omit<BatchDeps, 'isStopping'>

/** Buys what is not held, each tile once however many ask for it at the same time. */
export function createPurchaser(deps: PurchaserDeps): Purchaser {
  let stopping = false
  const underWay = new Set<Promise<void>>()
  const resolveTiles = createClaims(createBatchBuyer({ ...deps, isStopping: () => stopping }), deps.log)

  const purchase = async (wanted: Wanted, tell: Tell): Promise<void> => {
    const teller = createTeller(tell)
    const refusals = new Map<Refusal, Cell[]>()
    const cells = { bought_cells: 0, held_cells: 0 }
    const missing = await tellHeld(deps, wanted, (parent, edition, tile) => {
      cells.held_cells += tileCells(parent).length
      teller.tile(edition, tile)
    })
    const name = missing.length === 0 ? wanted.name : await currentName(deps, wanted.name)
    const calls = await resolveTiles({ ...wanted, name, parents: missing }, (parent, outcome, isMine) => {
      switch (outcome.kind) {
        case 'held':
        case 'bought':
          cells[outcome.kind === 'bought' && isMine ? 'bought_cells' : 'held_cells'] += tileCells(parent).length
          return teller.tile(outcome.edition, outcome.tile)
        case 'no_listings':
          return tell({ type: 'no_listings', parent })
        case 'refused':
          refusals.set(outcome.refusal, [...(refusals.get(outcome.refusal) ?? []), parent])
      }
    })
    for (const [refusal, parents] of refusals) tell({ type: 'refused', parents, refusal })
    tell({ type: 'receipt', calls, ...cells, meter: await deps.meter.read() })
  }

  return {
    purchase: (wanted, tell) => {
      const done = purchase(wanted, tell).finally(() => underWay.delete(done))
      underWay.add(done)
      return done
    },
    drain: async () => {
      stopping = true
      await Promise.allSettled(underWay)
    },
  }
}

type OnHeld = (parent: Cell, ...tile: Parameters<ReturnType<typeof createTeller>['tile']>) => void

/** Hands over what is held already; returns the rest. */
async function tellHeld({ ledger }: PurchaserDeps, { name, parents }: Wanted, onHeld: OnHeld): Promise<Cell[]> {
  const edition = await ledger.edition(name)
  if (edition === null) return [...parents]
  const missing: Cell[] = []
  for (const parent of parents) {
    const tile = await ledger.tile(name, parent)
    if (tile === null) missing.push(parent)
    else onHeld(parent, edition, tile)
  }
  return missing
}

/** What is bought is of the period that the service serves, which may have moved on from the one asked for. */
async function currentName({ period }: PurchaserDeps, name: EditionName): Promise<EditionName> {
  const found = await period.current()
  return found.kind === 'ok' && found.as_of !== null ? { ...name, as_of: found.as_of } : name
}
