import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Refusal } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { Gone, throwIfGone } from '../../../server/work/gone.ts'
import { LedgerUnreachable, type TileLedger } from '../../ledger/ledger.ts'
import { LEDGER_UNREACHABLE, ownRefusal, STOPPING } from '../../upstream/connection/refusals.ts'
import type { Batch, Wanted } from './batch.ts'
import type { Claim, ClaimRegister } from './claim.ts'
import type { CurrentTiles } from './current-tiles.ts'
import type { Leases } from './leases.ts'

export interface LeasedBuyerDeps {
  readonly buyBatch: (batch: Batch) => Promise<number>
  readonly register: ClaimRegister
  readonly leases: Leases
  readonly ledger: TileLedger
  /** Returns the same edition for the period, or the periods, that tiles are sold in now. */
  readonly currentTiles: (name: EditionName, parents: readonly Cell[]) => Promise<readonly CurrentTiles[]>
  readonly isStopping: () => boolean
  /** Milliseconds between two checks of a tile that another proxy is buying. */
  readonly poll: number
  readonly log: Logger
}

/**
 * Buys claimed tiles, each once its lease is granted, and waits for tiles that another proxy is buying. Settles and
 * releases every claim; gives them back when nobody waits any more. Returns the calls made; never rejects.
 */
export function createLeasedBuyer(deps: LeasedBuyerDeps) {
  const { register } = deps
  const refuse = (claims: readonly Claim[], refusal: Refusal): Promise<void> => {
    for (const claim of claims) claim.settle({ kind: 'refused', refusal })
    return register.release(claims)
  }
  const buyInTurn = async (wanted: Wanted, claims: readonly Claim[], around: readonly Claim[]): Promise<number> => {
    const buying: Promise<number>[] = []
    let waiting = claims
    let extra = around
    try {
      for (;;) {
        const granted = await deps.leases.take([...waiting, ...extra].map(({ key }) => key))
        const [mine, others] = divide(waiting, ({ key }) => granted.has(key))
        const [free, taken] = divide(extra, ({ key }) => granted.has(key))
        if (mine.length > 0) {
          buying.push(buyLeased(deps, wanted, mine, free))
          extra = taken
        }
        // From here on, a fault is one of the others: what is being bought is neither refused nor released.
        waiting = others
        await register.release(extra)
        extra = []
        if (waiting.length > 0) waiting = await settleHeld(deps, wanted, waiting)
        if (waiting.length === 0) break
        if (deps.isStopping()) {
          await refuse(waiting, STOPPING)
          break
        }
        await sleep(deps.poll)
        throwIfGone(wanted.waiter.signal)
      }
    } catch (error) {
      if (error instanceof Gone) await register.release([...waiting, ...extra])
      else await refuse([...waiting, ...extra], refusalOfFault(deps.log, wanted, error))
    }
    return (await Promise.all(buying)).reduce((sum, calls) => sum + calls, 0)
  }
  return buyInTurn
}

function divide<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}

/** Settles claims whose tile another proxy has bought in the meantime; returns the others. */
async function settleHeld(deps: LeasedBuyerDeps, wanted: Wanted, claims: readonly Claim[]) {
  const held: Claim[] = []
  for (const { name, own } of await byPeriod(deps, wanted, claims)) {
    const edition = await deps.ledger.edition(name)
    if (edition === null) continue
    for (const claim of own) {
      const tile = await deps.ledger.tile(name, claim.parent)
      if (tile === null) continue
      claim.settle({ kind: 'held', edition, tile })
      held.push(claim)
    }
  }
  await deps.register.release(held)
  return claims.filter((claim) => !held.includes(claim))
}

async function byPeriod({ currentTiles }: LeasedBuyerDeps, { name }: Wanted, claims: readonly Claim[]) {
  const current = await currentTiles(
    name,
    claims.map(({ parent }) => parent),
  )
  return current.map((each) => ({
    name: each.name,
    own: claims.filter(({ parent }) => each.parents.includes(parent)),
  }))
}

/** Buys tiles whose leases have been granted: a batch for each period that they are sold in. */
async function buyLeased(
  deps: LeasedBuyerDeps,
  wanted: Wanted,
  claims: readonly Claim[],
  around: readonly Claim[],
): Promise<number> {
  const { register } = deps
  try {
    let calls = 0
    for (const [index, { name, own }] of (await byPeriod(deps, wanted, claims)).entries()) {
      const beside = index === 0 ? around : []
      calls += await deps.buyBatch({ ...wanted, name, claims: own, around: beside, register })
    }
    return calls
  } catch (error) {
    // Others who want the tiles claim them again.
    if (error instanceof Gone) return 0
    const refusal = refusalOfFault(deps.log, wanted, error)
    for (const claim of claims) claim.settle({ kind: 'refused', refusal })
    return 0
  } finally {
    await register.release([...claims, ...around])
  }
}

function refusalOfFault(log: Logger, { name }: Wanted, error: unknown): Refusal {
  // The store has logged once why it cannot be used.
  if (error instanceof LedgerUnreachable) return LEDGER_UNREACHABLE
  log.error({ err: error, ...name }, 'a purchase failed')
  return BROKEN
}

const BROKEN = ownRefusal('internal_error', 'The proxy could not finish the purchase. Its log has the reason.')
