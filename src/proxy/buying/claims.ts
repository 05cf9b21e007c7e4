import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../tiles/tile-name.ts'
import { isOfOneViewer } from '../upstream/refusals.ts'
import type { TileOutcome, Wanted } from './batch.ts'
import { Claim, claimKey } from './claim.ts'
import { createLeasedBuyer, type LeasedBuyerDeps } from './leased-buyer.ts'

/** `isMine` is false where another viewer's purchase brought the tile. */
export type OnOutcome = (parent: Cell, outcome: TileOutcome, isMine: boolean) => void

/**
 * Single flight: a tile that is being bought is waited for, whoever asked first and through whichever proxy, and only the
 * others are bought. The function returned resolves once every wanted tile had its outcome, to the calls that were made
 * for this viewer.
 */
export function createClaims(deps: LeasedBuyerDeps): (wanted: Wanted, onOutcome: OnOutcome) => Promise<number> {
  const inFlight = new Map<string, Claim>()
  const buyClaimed = createLeasedBuyer(deps, async (claims) => {
    const open = claims.filter((claim) => inFlight.get(claim.key) === claim)
    if (open.length === 0) return
    // Asked for before anybody else here can claim the tile, and so take the lease, again.
    const released = deps.leases.release(open.map(({ key }) => key))
    for (const claim of open) {
      inFlight.delete(claim.key)
      claim.settle(null)
      claim.end()
    }
    await released
  })
  const claimFree = (name: EditionName, parents: readonly Cell[]): Claim[] =>
    parents.flatMap((parent) => {
      const claim = new Claim(name, parent)
      if (inFlight.has(claim.key)) return []
      inFlight.set(claim.key, claim)
      return [claim]
    })

  return async (wanted, onOutcome) => {
    let calls = 0
    let around = wanted.around
    for (let parents = wanted.parents; parents.length > 0; ) {
      const again: Cell[] = []
      const joined = parents.flatMap((parent) => inFlight.get(claimKey(wanted.name, parent)) ?? [])
      const claims = claimFree(wanted.name, parents)
      const extra = claims.length === 0 ? [] : claimFree(wanted.name, around)
      const tell = async (claim: Claim, isMine: boolean) => {
        const settled = await claim.outcome
        // The other viewer trusted the look-up; this one does not.
        const isDistrusted = settled?.kind === 'no_listings' && !isMine && wanted.distrustLookups
        // The other viewer has spent what one may, or was not asked yet.
        const isOfTheOther = settled?.kind === 'refused' && !isMine && isOfOneViewer(settled.refusal)
        // The other viewer wanted a part of it, and this one may want more.
        const isOfThePart = settled?.kind === 'partly' && !isMine
        if (settled !== null && !isDistrusted && !isOfTheOther && !isOfThePart)
          return onOutcome(claim.parent, settled, isMine)
        await claim.ended
        again.push(claim.parent)
      }
      const tellExtra = async ({ parent, outcome }: Claim) => {
        const settled = await outcome
        if (settled?.kind === 'bought' || settled?.kind === 'held') onOutcome(parent, settled, true)
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
