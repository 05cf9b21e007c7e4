import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type Ledger, LedgerUnreachable } from '../ledger/ledger.ts'
import type { EditionName } from '../tiles/tile-name.ts'
import { LEDGER_UNREACHABLE, ownRefusal, STOPPING } from '../upstream/refusals.ts'
import type { Batch, TileOutcome, Wanted } from './batch.ts'
import type { Claim } from './claim.ts'
import type { Leases } from './leases.ts'

export interface LeasedBuyerDeps {
  readonly buyBatch: (batch: Batch) => Promise<number>
  readonly leases: Leases
  readonly ledger: Ledger
  /** The same edition of the period that is served now. */
  readonly currentName: (name: EditionName) => Promise<EditionName>
  readonly isStopping: () => boolean
  /** Milliseconds between two looks at a tile that another proxy is buying. */
  readonly poll: number
  readonly log: Logger
}

type End = (claims: readonly Claim[]) => Promise<void>

/**
 * Buys claimed tiles, each once its lease is granted; what another proxy is buying is waited for. Settles and ends every
 * claim, but for those of answers that are not written yet, which end later. Returns the calls made; never rejects.
 */
export function createLeasedBuyer(deps: LeasedBuyerDeps, end: End) {
  const refuse = (claims: readonly Claim[], refusal: Refusal): Promise<void> => {
    for (const { settle } of claims) settle({ kind: 'refused', refusal })
    return end(claims)
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
        const unused = mine.length === 0 ? extra : taken
        if (mine.length > 0) buying.push(buyLeased(deps, end, wanted, mine, free))
        await end(unused)
        extra = []
        waiting = others.length === 0 ? others : await settleHeld(deps, end, wanted, others)
        if (waiting.length === 0) break
        if (deps.isStopping()) {
          await refuse(waiting, STOPPING)
          break
        }
        await sleep(deps.poll)
      }
    } catch (error) {
      await refuse([...waiting, ...extra], refusalOfFault(deps.log, wanted, error))
    }
    return (await Promise.all(buying)).reduce((sum, calls) => sum + calls, 0)
  }
  return buyInTurn
}

function divide<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}

/** What another proxy has bought meanwhile is told; returns the rest. */
async function settleHeld(deps: LeasedBuyerDeps, end: End, wanted: Wanted, claims: readonly Claim[]) {
  const name = await deps.currentName(wanted.name)
  const edition = await deps.ledger.edition(name)
  if (edition === null) return claims
  const held: Claim[] = []
  for (const claim of claims) {
    const tile = await deps.ledger.tile(name, claim.parent)
    if (tile === null) continue
    claim.settle({ kind: 'held', edition, tile })
    held.push(claim)
  }
  await end(held)
  return claims.filter((claim) => !held.includes(claim))
}

/** One batch of tiles whose leases are granted. */
async function buyLeased(
  deps: LeasedBuyerDeps,
  end: End,
  wanted: Wanted,
  claims: readonly Claim[],
  around: readonly Claim[],
): Promise<number> {
  const all = new Map([...claims, ...around].map((claim) => [claim.parent, claim]))
  const of = (parents: readonly Cell[]) => parents.flatMap((parent) => all.get(parent) ?? [])
  const unwritten = new Map<Claim, Promise<unknown>[]>()
  try {
    return await deps.buyBatch({
      ...wanted,
      name: await deps.currentName(wanted.name),
      parents: claims.map(({ parent }) => parent),
      around: around.map(({ parent }) => parent),
      settle: (parent: Cell, outcome: TileOutcome) => all.get(parent)?.settle(outcome),
      giveBack: (parents) => void end(of(parents)),
      lost: async (parents) => {
        const lost = await deps.leases.lost(of(parents).map(({ key }) => key))
        const gone = of(parents).filter(({ key }) => lost.has(key))
        await end(gone)
        return gone.map(({ parent }) => parent)
      },
      keepUntil: (parents, written) => {
        for (const claim of of(parents)) unwritten.set(claim, [...(unwritten.get(claim) ?? []), written])
      },
    })
  } catch (error) {
    const refusal = refusalOfFault(deps.log, wanted, error)
    for (const { settle } of claims) settle({ kind: 'refused', refusal })
    return 0
  } finally {
    for (const [claim, written] of unwritten) {
      claim.settle({ kind: 'refused', refusal: LEDGER_UNREACHABLE })
      void Promise.allSettled(written).then(() => end([claim]))
    }
    await end([...all.values()].filter((claim) => !unwritten.has(claim)))
  }
}

function refusalOfFault(log: Logger, { name }: Wanted, error: unknown): Refusal {
  log.error({ err: error, ...name }, 'a purchase broke')
  return error instanceof LedgerUnreachable ? LEDGER_UNREACHABLE : BROKEN
}

const BROKEN = ownRefusal('internal_error', 'The proxy could not finish the purchase; its log says why.')
