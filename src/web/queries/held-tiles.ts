import { decodeTile, TILE_MEDIA_TYPE } from '../../contract/figure-tile.ts'
import { type HeldAnswer, heldAnswer } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { FigureColumns } from '../../domain/figure.ts'
import { ANSWER_LIMIT_MS } from './early-answers.ts'
import { editionPath, editionQuery } from './editions.ts'
import { refusedBy } from './http.ts'
import { bytesOf, jsonOf, reach } from './reach.ts'

/** Where the proxy is, and how to reach it. */
export interface ProxyLink {
  /** Origin of the proxy; empty for the page's own origin. */
  readonly baseUrl: string
  readonly send: typeof fetch
}

/** Asks which of these tiles the proxy holds (free). Throws a `RequestError`. */
export async function askHeld(
  { send, baseUrl }: ProxyLink,
  name: EditionName,
  parents: readonly Cell[],
): Promise<HeldAnswer> {
  const query = new URLSearchParams({ ...(name.currency && { currency: name.currency }), parents: parents.join() })
  const path = `${baseUrl}/api/held/${editionPath(name)}?${query}`
  const response = await reach(send, path, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  const body = await jsonOf(response)
  if (!response.ok) throw refusedBy(response, body)
  return heldAnswer.parse(body)
}

/** Fetches a held tile (free); null when the proxy does not hold it. Throws a `RequestError`. */
export async function fetchHeldTile(
  { send, baseUrl }: ProxyLink,
  name: EditionName,
  parent: Cell,
  ledger: string | null,
): Promise<FigureColumns | null> {
  const url = `${baseUrl}/api/tiles/${editionPath(name)}/${parent}${editionQuery(name, ledger)}`
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
  const response = await reach(send, url, { headers: { Accept: TILE_MEDIA_TYPE }, signal })
  if (!response.ok) {
    const refusal = refusedBy(response, await jsonOf(response))
    // The period was rebuilt since the proxy was asked. A gateway's 404 says nothing about the tile.
    if (response.status === 404 && refusal.envelope?.error === 'not_held') return null
    throw refusal
  }
  return decodeTile(await bytesOf(response))
}
