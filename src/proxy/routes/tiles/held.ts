import type { Handler } from 'hono'
import { HELD_TILES_MAX, type HeldAnswer } from '../../../contract/proxy-api.ts'
import { refuseValue } from '../../access/answers.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import { ledgerName } from '../held-caching.ts'
import { readParents } from '../read-parents.ts'
import { readEditionPath } from '../read-request.ts'

/**
 * `GET /api/held/:as_of/:lens/:resolution?parents=A,B`: returns which of these tiles are held. So a page asks once for a
 * whole view and fetches only what exists; the tiles keep addresses of their own, which caches may keep. Spends nothing.
 */
export function heldRoute(deps: {
  ledger: Pick<TileLedger, 'edition' | 'generation' | 'heldTiles'>
  metrics: { noteTile(outcome: 'not_held'): void }
}): Handler {
  return async (c) => {
    const name = readEditionPath(c)
    if (name.kind === 'invalid') return refuseValue(c, name)
    const parents = readParents((c.req.query('parents') ?? '').split(','), name.value.resolution, HELD_TILES_MAX)
    if (parents.kind === 'invalid') return refuseValue(c, parents)
    // Read first: figures of a ledger that has just been replaced must not get the new one's name.
    const generation = await deps.ledger.generation()
    const held = await deps.ledger.heldTiles(name.value, parents.value)
    const edition = await deps.ledger.edition(name.value)
    for (let i = held.length; i < parents.value.length; i++) deps.metrics.noteTile('not_held')
    // The next purchase changes it.
    c.header('Cache-Control', 'no-store')
    const answer: HeldAnswer = { held, edition, ledger: ledgerName(generation) }
    return c.json(answer)
  }
}
