import { GEO_LIMIT_DEFAULT } from '../../../contract/limits.ts'
import type { Refusal } from '../../../contract/proxy-api.ts'
import { type AsOf, hasBegun, isToCome, parseAsOf } from '../../../domain/period.ts'
import { refusalOfResult } from '../../upstream/connection/refusals.ts'
import { isAbsent } from '../../upstream/connection/service-answer.ts'
import type { PlaceSignal, PlaceSignals } from '../../upstream/free-values.ts'
import type { Upstream } from '../../upstream/upstream.ts'

/** Places whose children are requested at the same time: a service may take seconds for each. */
const AT_ONCE = 6
/** Requests of one round: free requests have a rate limit, too. The next round goes on where this one ended. */
const MOST_LOOKS = 30

/** Seconds: the interface's rate limits start again every minute. The page says why where it takes longer. */
const SHORT_WAIT = 60

type Children = Awaited<ReturnType<Upstream['children']>>

/**
 * `isLookedFor`: none is named by the places that were asked for, and there are others. `isEarly`: its month has not begun,
 * so that it may be a mistake. `unreadable`: the label of a place, where none names the first day of a month. `detail` is for
 * the log. `hasNoTree`: the service does not have the endpoint of places.
 */
export type WalkedPeriod =
  | { kind: 'ok'; as_of: AsOf | null; isLookedFor?: true; isEarly?: true; hasNoTree?: true; unreadable?: string }
  | { kind: 'failed'; refusal: Refusal; hasNoTree?: true; detail?: string }

/** A page of a place's children that is to be asked for; null for the countries. */
interface Page {
  readonly place: string | null
  readonly number: number
  /** 0 for the countries. */
  readonly depth: number
  /** The first place of the page before: a service that knows no pages sends the same one again. */
  readonly after: string | null
}

function firstPage(place: string | null, depth = 0): Page {
  return { place, number: 1, depth, after: null }
}

/**
 * Creates a search of the place tree, breadth first, from the countries down, until a zone names a period. One of months to
 * come is none: no answer of it would be kept.
 */
export function createPeriodWalk(deps: {
  upstream: Pick<Upstream, 'children'>
  clock: () => Date
}): () => Promise<WalkedPeriod> {
  let rest: Page[] = []
  /** All places have been asked for, and none named a period: until one does, that is the answer. */
  let isNone = false
  return async () => {
    const queue = rest.length > 0 ? rest : [firstPage(null)]
    rest = []
    const walked = await walkOnce(deps, queue)
    if (walked.kind === 'failed') return walked
    if (walked.as_of !== null || queue.length === 0) {
      isNone = walked.as_of === null
      return walked
    }
    rest = queue
    return isNone ? walked : { ...walked, isLookedFor: true }
  }
}

/** One round; takes from the queue what it asks for, and adds what lies beneath. */
async function walkOnce(
  { upstream, clock }: Parameters<typeof createPeriodWalk>[0],
  queue: Page[],
): Promise<WalkedPeriod> {
  let fault: Extract<WalkedPeriod, { kind: 'failed' }> | null = null
  let unreadable: string | undefined
  for (let looks = 0; looks < MOST_LOOKS && queue.length > 0; ) {
    const pages = queue.splice(0, Math.min(AT_ONCE, MOST_LOOKS - looks))
    looks += pages.length
    const results = await Promise.all(pages.map(({ place, number }) => upstream.children(place, number)))
    if (pages[0]?.place === null && isAbsence(results[0])) return { ...faultOf(results[0]), hasNoTree: true }
    const rows = results.flatMap((result) => (result.kind === 'ok' ? result.value.results : []))
    // The newest of several, so that the order of markets decides nothing.
    const as_of = newestPeriod(rows, clock())
    if (as_of !== null) return { kind: 'ok', as_of, ...(!hasBegun(as_of, clock()) && { isEarly: true }) }
    const failed = results.flatMap((result) =>
      result.kind === 'ok' || isWaiting(result) || isAbsence(result) ? [] : [result],
    )
    if (failed[0] !== undefined) fault ??= faultOf(failed[0])
    unreadable ??= rows.flatMap(({ current_period }) => current_period ?? []).find((label) => parseAsOf(label) === null)
    for (const [at, page] of pages.entries()) addMore(queue, page, results[at])
    const heldBack = pages.filter((_, at) => isWaiting(results[at]))
    queue.unshift(...heldBack)
    if (heldBack.length > 0 || failed.length === results.length) break
  }
  return fault ?? { kind: 'ok', as_of: null, ...(unreadable !== undefined && { unreadable }) }
}

function faultOf(failed: Exclude<Children, { kind: 'ok' }>): Extract<WalkedPeriod, { kind: 'failed' }> {
  const detail = failed.kind === 'failed' ? { detail: failed.failure.message } : {}
  return { kind: 'failed', refusal: refusalOfResult(failed), ...detail }
}

/** Whether there is no such list. The interface sends an empty one for a place without others beneath it. */
function isAbsence(read: Children | undefined): read is Extract<Children, { kind: 'refused' }> {
  return read?.kind === 'refused' && isAbsent(read.refusal)
}

/** Whether a request was not sent because the rate limit starts again soon: the next round goes on with it. */
function isWaiting(read: Children | undefined): boolean {
  if (read?.kind !== 'withheld' || read.refusal.code !== 'rate_limited') return false
  return (read.refusal.retry_after_s ?? 0) <= SHORT_WAIT
}

/** Adds the page after one that was read, and what lies beneath its places; places beside come before those beneath. */
function addMore(queue: Page[], page: Page, read: Children | undefined): void {
  if (read?.kind !== 'ok') return
  const next = pageAfter(page, read.value)
  const deeper = queue.findIndex(({ depth }) => depth > page.depth)
  if (next !== null) queue.splice(deeper < 0 ? queue.length : deeper, 0, next)
  const open = read.value.results.filter(({ prices_available }) => prices_available)
  queue.push(...open.map(({ geo_id }) => firstPage(geo_id, page.depth + 1)))
}

function pageAfter({ number, after, ...page }: Page, { results, isPart }: PlaceSignals): Page | null {
  const first = results[0]?.geo_id ?? null
  // A service that ignores the limit sends pages of the default size.
  const isFull = isPart || results.length === GEO_LIMIT_DEFAULT
  return first === null || first === after || !isFull ? null : { ...page, number: number + 1, after: first }
}

/** The newest period whose month has begun; only without any, one that has not. */
function newestPeriod(rows: readonly PlaceSignal[], now: Date): AsOf | null {
  const labels = rows.flatMap(({ current_period }) => parseAsOf(current_period ?? '') ?? []).sort()
  return labels.findLast((label) => hasBegun(label, now)) ?? labels.findLast((label) => !isToCome(label, now)) ?? null
}
