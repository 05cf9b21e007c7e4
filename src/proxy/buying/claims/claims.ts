import type { Cell } from '../../../domain/cell.ts'
import { throwIfGone } from '../../../server/work/gone.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { isOfOneViewer } from '../../upstream/connection/refusals.ts'
import type { Wanted } from './batch.ts'
import { type Claim, ClaimRegister, type TileOutcome } from './claim.ts'
import { createLeasedBuyer, type LeasedBuyerDeps } from './leased-buyer.ts'

/** `isMine` is false when another viewer's purchase brought the tile. */
export type OnOutcome = (parent: Cell, outcome: Exclude<TileOutcome, { kind: 'given_back' }>, isMine: boolean) => void

/**
 * Single flight: waits for tiles that are already being bought, for any viewer and through any proxy, and buys only the
 * others. The returned function resolves once every wanted tile has an outcome; it returns the calls made for this viewer.
 * It rejects with `Gone` when the viewer left before the first.
 */
export function createClaims(
  deps: Omit<LeasedBuyerDeps, 'register'>,
): (wanted: Wanted, onOutcome: OnOutcome) => Promise<number> {
  const register = new ClaimRegister(deps.leases)
  const buyClaimed = createLeasedBuyer({ ...deps, register })

  return async (wanted, onOutcome) => {
    let calls = 0
    let around = wanted.around
    for (let parents = wanted.parents; parents.length > 0; ) {
      const again: Cell[] = []
      const joined = register.find(wanted.name, parents)
      const claims = register.claimFree(wanted.name, parents)
      const extra = claims.length === 0 ? [] : register.claimFree(wanted.name, around)
      const report = async (claim: Claim, isMine: boolean) => {
        const outcome = await claim.outcome
        // Sending a tile takes a millisecond, and all tiles of a call have their outcome together.
        await nextTurn()
        if (outcome.kind !== 'given_back' && (isMine || isForAll(outcome, wanted))) {
          return onOutcome(claim.parent, outcome, isMine)
        }
        await claim.ended
        again.push(claim.parent)
      }
      const reportExtra = async (claim: Claim) => {
        const outcome = await claim.outcome
        await nextTurn()
        if (outcome.kind === 'bought' || outcome.kind === 'held') onOutcome(claim.parent, outcome, true)
      }
      const [made] = await Promise.all([
        buyClaimed(wanted, claims, extra),
        ...claims.map((claim) => report(claim, true)),
        ...joined.map((claim) => report(claim, false)),
        ...extra.map(reportExtra),
      ])
      throwIfGone(wanted.waiter.signal)
      calls += made
      parents = again
      around = []
    }
    return calls
  }
}

/** True when the outcome of another viewer's claim applies to this viewer too. */
function isForAll(outcome: TileOutcome, { distrustLookups }: Wanted): boolean {
  switch (outcome.kind) {
    case 'held':
    case 'bought':
      return true
    case 'no_listings':
      // The other viewer trusted the look-up.
      return !distrustLookups
    case 'refused':
      // The other viewer may have reached a cap or used a share of their own, or not have agreed to the cost.
      return outcome.isOfViewer !== true && !isOfOneViewer(outcome.refusal)
    case 'partly':
    // The other viewer wanted only a part of it, and this one may want more.
    case 'given_back':
      return false
  }
}
