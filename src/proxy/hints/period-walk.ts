import type { ReceivedZone } from '../../contract/geo.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { refusalOfResult } from '../upstream/refusals.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Places whose children are requested at the same time: a service may take seconds for each. */
const AT_ONCE = 6
/** As many as the largest services have markets. If their first hundred zones name no period, those beneath rarely do. */
const MOST_LOOKS = 30

export type WalkedPeriod = { kind: 'ok'; as_of: AsOf | null } | { kind: 'failed'; refusal: Refusal }

/** Searches the place tree breadth first, from the countries down, until a zone names a period. */
export async function walkForPeriod(upstream: Pick<Upstream, 'children'>): Promise<WalkedPeriod> {
  const queue: (string | null)[] = [null]
  let refusal: Refusal | null = null
  for (let looks = 0; looks < MOST_LOOKS && queue.length > 0; ) {
    const places = queue.splice(0, Math.min(AT_ONCE, MOST_LOOKS - looks))
    looks += places.length
    const results = await Promise.all(places.map((place) => upstream.children(place)))
    const rows = results.flatMap((result) => (result.kind === 'ok' ? result.value.results : []))
    // Of several, the newest, so that the order of markets decides nothing.
    const as_of = newestPeriod(rows.filter((row) => row.kind === 'zone'))
    if (as_of !== null) return { kind: 'ok', as_of }
    const failed = results.filter((result) => result.kind !== 'ok')
    if (failed[0] !== undefined) refusal ??= refusalOfResult(failed[0])
    if (failed.length === results.length) break
    queue.push(...rows.filter(({ prices_available }) => prices_available).map(({ geo_id }) => geo_id))
  }
  return refusal === null ? { kind: 'ok', as_of: null } : { kind: 'failed', refusal }
}

function newestPeriod(zones: readonly ReceivedZone[]): AsOf | null {
  const labels = zones.flatMap(({ current_period }) => parseAsOf(current_period ?? '') ?? [])
  return labels.sort().at(-1) ?? null
}
