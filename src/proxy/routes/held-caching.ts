import type { Context } from 'hono'
import { TILE_FORMAT } from '../../contract/figure-tile.ts'
import type { TileLedger } from '../ledger/ledger.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Cached but revalidated: a request that does not name the ledger may reach another one tomorrow. */
export const FOR_NOW = 'no-cache'

/** Returns the name under which a ledger's figures never change; another ledger or another tile format has another name. */
export function ledgerName(generation: string): string {
  return `${generation}.${TILE_FORMAT}`
}

/**
 * Returns the Cache-Control of held figures. They never change in their ledger, but only a response to a request that
 * names the ledger in use stays valid for ever, here and in every cache on the way to the page. Call it before reading
 * the figures: read from a ledger that has just been replaced, they must not get the new one's name.
 */
export async function heldCaching(
  ledger: Pick<TileLedger, 'generation'>,
  named: string | undefined,
): Promise<typeof FOR_EVER | typeof FOR_NOW> {
  return named === ledgerName(await ledger.generation()) ? FOR_EVER : FOR_NOW
}

/**
 * Responds that an area or a rate is not held: 204, which no cache keeps. It is the usual answer and not an error, and
 * browsers write every 404 to the console.
 */
export function notHeldYet(c: Context): Response {
  c.header('Cache-Control', 'no-store')
  return c.body(null, 204)
}
