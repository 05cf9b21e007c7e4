import type { Cell } from '../../domain/cell.ts'
import { isOfOneViewer } from '../upstream/refusals.ts'
import type { Wanted } from './batch.ts'
import { type Claim, ClaimRegister, type TileOutcome } from './claim.ts'
import { createLeasedBuyer, type LeasedBuyerDeps } from './leased-buyer.ts'

/** `isMine` is false where another viewer's purchase brought the tile. */
export type OnOutcome = (parent: Cell, outcome: Exclude<TileOutcome, { kind: 'given_back' }>, isMine: boolean) => void

/**
 * Single flight: a tile that is being bought is waited for, whoever asked first and through whichever proxy, and only the
 * others are bought. The function returned resolves once every wanted tile had its outcome, to the calls that were made
 * for this viewer.
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
      const tell = async (claim: Claim, isMine: boolean) => {
        const outcome = await claim.outcome
        if (outcome.kind !== 'given_back' && (isMine || isForAll(outcome, wanted))) {
          return onOutcome(claim.parent, outcome, isMine)
        }
        await claim.ended
        again.push(claim.parent)
      }
      const tellExtra = async (claim: Claim) => {
        const outcome = await claim.outcome
        if (outcome.kind === 'bought' || outcome.kind === 'held') onOutcome(claim.parent, outcome, true)
      }
      const [made] = await Promise.all([
        buyClaimed(wanted, claims, extra),
        ...claims.map((claim) => tell(claim, true)),
        ...joined.map((claim) => tell(claim, false)),
        ...extra.map(tellExtra),
      ])
      calls += made
      parents = again
      around = []
    }
    return calls
  }
}

/** True where what became of a tile that another viewer claimed answers this viewer too. */
function isForAll(outcome: TileOutcome, { distrustLookups }: Wanted): boolean {
  switch (outcome.kind) {
    case 'held':
    case 'bought':
      return true
    case 'no_listings':
      // The other viewer trusted the look-up.
      return !distrustLookups
    case 'refused':
      // The other viewer may have reached a cap of their own, or not have agreed to the cost.
      return !isOfOneViewer(outcome.refusal)
    case 'partly':
    // The other viewer wanted a part of it, and this one may want more.
    case 'given_back':
      return false
  }
}
