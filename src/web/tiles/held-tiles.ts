import { decodeTile, TILE_MEDIA_TYPE } from '../../contract/figure-tile.ts'
import { type Edition, type HeldAnswer, heldAnswer, partsAnswer } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type FigureColumns, UNHELD } from '../../domain/figure.ts'
import { ANSWER_LIMIT_MS, JSON_REQUEST } from '../requests/early-answers.ts'
import { parseAnswer, refusedBy } from '../requests/http.ts'
import { editionPath, editionQuery } from './editions.ts'
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
  const response = await reach(send, path, { ...JSON_REQUEST, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  const body = await jsonOf(response)
  if (!response.ok) throw refusedBy(response, body)
  return heldAnswer.parse(body)
}

/** The held cells of incomplete tiles. */
export interface HeldParts {
  readonly parts: readonly FigureColumns[]
  /** Null when nothing of the edition is held. */
  readonly edition: Edition | null
}

/** Fetches what the proxy holds of tiles that it does not hold as a whole (free). Throws a `RequestError`. */
export async function fetchParts(
  { send, baseUrl }: ProxyLink,
  name: EditionName,
  parents: readonly Cell[],
): Promise<HeldParts> {
  const query = new URLSearchParams({ ...(name.currency && { currency: name.currency }), parents: parents.join() })
  const path = `${baseUrl}/api/parts/${editionPath(name)}?${query}`
  const response = await reach(send, path, { ...JSON_REQUEST, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  const body = await jsonOf(response)
  if (!response.ok) throw refusedBy(response, body)
  const { parts, edition } = parseAnswer(path, partsAnswer, body)
  return { parts: parts.map(decodePart), edition }
}

function decodePart({ bytes, runs }: { bytes: string; runs: readonly (readonly [number, number])[] }): FigureColumns {
  const tile = decodeTile(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)))
  const states = new Uint8Array(tile.states.length).fill(UNHELD)
  for (const [first, count] of runs) states.set(tile.states.subarray(first, first + count), first)
  return { ...tile, states }
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
