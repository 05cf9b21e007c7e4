import type { Logger } from 'pino'
import type { Cell } from '../../domain/cell.ts'
import { ownRefusal } from '../core/refusals.ts'
import type { EditionName } from '../core/tile-name.ts'
import type { Batch, TileOutcome } from './purchase-batch.ts'

/** Tiles of one edition that a viewer wants held. */
export interface Wanted {
  readonly name: EditionName
  readonly parents: readonly Cell[]
  readonly distrustLookups: boolean
}

/** `isMine` is false where another viewer's purchase brought the tile. */
export type OnOutcome = (parent: Cell, outcome: TileOutcome, isMine: boolean) => void

interface Claimed {
  readonly outcomes: { parent: Cell; outcome: Promise<TileOutcome> }[]
  readonly calls: Promise<number>
}

/**
 * Single flight: a tile that is being bought is waited for, whoever asked first, and only the others are bought.
 * The function returned resolves once every wanted tile had its outcome, to the calls that were made for this viewer.
 */
export function createClaims(buyBatch: (batch: Batch) => Promise<number>, log: Logger) {
  // Named without the period: the service sells only the one that it serves.
  const inFlight = new Map<string, Promise<TileOutcome>>()
  const keyOf = ({ lens, resolution }: EditionName, parent: Cell) => `${lens} ${resolution} ${parent}`

  const claim = (wanted: Wanted, parents: readonly Cell[]): Claimed => {
    const settlers = new Map<Cell, (outcome: TileOutcome) => void>()
    const outcomes = parents.map((parent) => {
      const key = keyOf(wanted.name, parent)
      const outcome = new Promise<TileOutcome>((resolve) => settlers.set(parent, resolve))
      inFlight.set(key, outcome)
      void outcome.then(() => inFlight.delete(key))
      return { parent, outcome }
    })
    const settle = (parent: Cell, outcome: TileOutcome) => settlers.get(parent)?.(outcome)
    const calls = parents.length === 0 ? Promise.resolve(0) : buyBatch({ ...wanted, parents, settle })
    return {
      outcomes,
      calls: calls.catch((error: unknown) => {
        log.error({ err: error, ...wanted.name }, 'a purchase broke')
        for (const parent of parents) settle(parent, { kind: 'refused', refusal: BROKEN })
        return 0
      }),
    }
  }

  return async (wanted: Wanted, onOutcome: OnOutcome): Promise<number> => {
    let calls = 0
    for (let parents = wanted.parents; parents.length > 0; ) {
      const again: Cell[] = []
      const joined = parents.flatMap((parent) => {
        const outcome = inFlight.get(keyOf(wanted.name, parent))
        return outcome === undefined ? [] : [{ parent, outcome }]
      })
      const joinedParents = new Set(joined.map(({ parent }) => parent))
      const claimed = claim(
        wanted,
        parents.filter((parent) => !joinedParents.has(parent)),
      )
      const mine = claimed.outcomes.map(async ({ parent, outcome }) => onOutcome(parent, await outcome, true))
      const others = joined.map(async ({ parent, outcome }) => {
        const settled = await outcome
        // The other viewer trusted the look-up; this one does not.
        if (settled.kind === 'no_listings' && wanted.distrustLookups) again.push(parent)
        else onOutcome(parent, settled, false)
      })
      await Promise.all([...mine, ...others])
      calls += await claimed.calls
      parents = again
    }
    return calls
  }
}

const BROKEN = ownRefusal('internal_error', 'The proxy could not finish the purchase; its log says why.')
