import type { Refusal } from '../../contract/proxy-api.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import type { PlaceSignal } from '../upstream/free-values.ts'
import { refusalOfResult } from '../upstream/refusals.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Places whose children are requested at the same time: a service may take seconds for each. */
const AT_ONCE = 6
/** Requests of one round: free requests have a rate limit, too. The next round goes on where this one ended. */
const MOST_LOOKS = 30

/** `isLookedFor`: none is named by the places that were asked for, and there are others. */
export type WalkedPeriod = { kind: 'ok'; as_of: AsOf | null; isLookedFor?: true } | { kind: 'failed'; refusal: Refusal }

/** Creates a search of the place tree, breadth first, from the countries down, until a zone names a period. */
export function createPeriodWalk(upstream: Pick<Upstream, 'children'>): () => Promise<WalkedPeriod> {
  let rest: (string | null)[] = []
  return async () => {
    const queue = rest.length > 0 ? rest : [null]
    rest = []
    const walked = await walkOnce(upstream, queue)
    const isOver = walked.kind === 'failed' || walked.as_of !== null || queue.length === 0
    if (isOver) return walked
    rest = queue
    return { ...walked, isLookedFor: true }
  }
}

/** One round; takes from the queue what it asks for, and adds what lies beneath. */
async function walkOnce(upstream: Pick<Upstream, 'children'>, queue: (string | null)[]): Promise<WalkedPeriod> {
  let refusal: Refusal | null = null
  for (let looks = 0; looks < MOST_LOOKS && queue.length > 0; ) {
    const places = queue.splice(0, Math.min(AT_ONCE, MOST_LOOKS - looks))
    looks += places.length
    const results = await Promise.all(places.map((place) => upstream.children(place)))
    const rows = results.flatMap((result) => (result.kind === 'ok' ? result.value.results : []))
    // Of several, the newest, so that the order of markets decides nothing.
    const as_of = newestPeriod(rows)
    if (as_of !== null) return { kind: 'ok', as_of }
    const failed = results.filter((result) => result.kind !== 'ok')
    if (failed[0] !== undefined) refusal ??= refusalOfResult(failed[0])
    if (failed.length === results.length) break
    queue.push(...rows.filter(({ prices_available }) => prices_available).map(({ geo_id }) => geo_id))
  }
  return refusal === null ? { kind: 'ok', as_of: null } : { kind: 'failed', refusal }
}

function newestPeriod(rows: readonly PlaceSignal[]): AsOf | null {
  const labels = rows.flatMap(({ current_period }) => parseAsOf(current_period ?? '') ?? [])
  return labels.sort().at(-1) ?? null
}
