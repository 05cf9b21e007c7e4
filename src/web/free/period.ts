import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { periodResponse } from '../../contract/proxy-api.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { getParsed } from '../requests/http.ts'
import { growingPause, retryPause } from '../requests/query-client.ts'
import { useAddress } from '../state/use-address.ts'
import { tileStore } from '../tiles/page-tiles.ts'

const HOUR_MS = 3_600_000
/** How often to ask whether there is another period, or other figures of this one, while the page can be seen or not. */
const AGAIN_MS = 60_000
const AGAIN_UNSEEN_MS = 600_000
/** How often to ask while the service serves no period; at first sooner while the proxy looks for one. */
const WITHOUT_MS = 10_000

/** The period that the page shows. */
interface ShownPeriod {
  /** Null while the service serves none. */
  readonly as_of: AsOf | null
  /** The newer period that the service now serves; shown on request or with the next purchase, not by surprise. */
  readonly next: AsOf | null
  /** Set while no answer has named the period that is served, so that it may not be published. */
  readonly isPresumed?: boolean | undefined
  /** The period that was shown until a purchase brought an earlier one: the service names it, but not for all figures. */
  readonly notForAll?: AsOf | undefined
  /** The period that was shown until its figures were dropped and the service served no such or later one. */
  readonly withdrawn?: AsOf | undefined
  /** How often the page had dropped its figures when the period was last asked for. */
  readonly timesReplaced?: number | undefined
  /** Set while the service has not yet answered which period it serves. */
  readonly isLookedFor?: boolean | undefined
  /** How many answers in a row said so; undefined for none. */
  readonly timesLookedFor?: number | undefined
  /** False where nothing of an earlier period can be shown or bought. */
  readonly hasEarlier?: boolean | undefined
}

/** Query for the period that the service serves (free); repeats every minute while the page is seen, and sooner without one. */
export const periodOptions = queryOptions({
  queryKey: ['period'],
  queryFn: async ({ signal, client, queryKey }): Promise<ShownPeriod> => {
    const answer = await getParsed('/api/period', periodResponse, signal)
    const {
      as_of,
      ledger,
      finest_resolution,
      resolutions = null,
      coverage = null,
      is_looked_for,
      is_presumed,
      has_earlier,
    } = answer
    tileStore.openLedger(ledger)
    tileStore.allowFinest(finest_resolution)
    tileStore.noteOffered(resolutions)
    if (tileStore.followCoverage(coverage)) void refreshFree(client)
    const shown = client.getQueryData<ShownPeriod>(queryKey)
    const timesReplaced = tileStore.timesReplaced()
    const isDropped = shown?.timesReplaced !== undefined && shown.timesReplaced !== timesReplaced
    const period = laterPeriod(shown, as_of === null ? null : parseAsOf(as_of), isDropped)
    return {
      ...period,
      notForAll: shown?.notForAll,
      timesReplaced,
      isPresumed: is_presumed,
      isLookedFor: is_looked_for,
      timesLookedFor: is_looked_for ? (shown?.timesLookedFor ?? 0) + 1 : undefined,
      hasEarlier: has_earlier,
    }
  },
  staleTime: HOUR_MS,
  refetchInterval: (query) => retryPause(query) || pauseAfter(query.state.data),
  refetchIntervalInBackground: true,
  // The pause of a page that nobody saw is long, and a device may have slept for days.
  refetchOnWindowFocus: 'always',
})

/** What follows from the service's markets, places, filters and months, which the page does not ask for again by itself. */
const OF_COVERAGE: ReadonlySet<unknown> = new Set([
  'coverage',
  'geo',
  'filters',
  'circle-resolutions',
  'earlier',
  'history',
])

/** Asks again for what may be out of date once the service covers something else, and for a first view if there was none. */
export async function refreshFree(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => OF_COVERAGE.has(subject) })
  await client.invalidateQueries({
    predicate: ({ queryKey: [subject], state }) => subject === 'first-market' && !state.data,
  })
}

/** Milliseconds. */
export function pauseAfter(shown: ShownPeriod | undefined): number {
  if (shown?.timesLookedFor !== undefined) return Math.min(WITHOUT_MS, growingPause(shown.timesLookedFor))
  if (shown?.as_of === null) return WITHOUT_MS
  return document.hidden ? AGAIN_UNSEEN_MS : AGAIN_MS
}

/**
 * Returns what to show once the service is known to serve a period: a period already shown stays, unless the page has dropped
 * its figures and the service serves an earlier one or none, because it has withdrawn it.
 */
export function laterPeriod(shown: ShownPeriod | undefined, served: AsOf | null, isDropped = false): ShownPeriod {
  const { as_of: before = null, withdrawn } = shown ?? {}
  if (before !== null && isDropped && isBefore(served, before)) return { as_of: served, next: null, withdrawn: before }
  const isWithdrawn = withdrawn !== undefined && isBefore(served, withdrawn)
  const still = isWithdrawn ? { withdrawn } : {}
  if (before === null) return { as_of: served, next: null, ...still }
  return { as_of: before, next: served === before ? null : served, ...still }
}

function isBefore(served: AsOf | null, other: AsOf): boolean {
  return served === null || served < other
}

/** Switches the page to another period. */
export function showPeriod(client: QueryClient, as_of: AsOf): void {
  client.setQueryData(periodOptions.queryKey, (shown): ShownPeriod => {
    const isBack = shown !== undefined && shown.as_of !== null && as_of < shown.as_of
    const { timesReplaced, withdrawn } = shown ?? {}
    const notForAll = isBack ? (shown.as_of ?? undefined) : shown?.notForAll
    return { as_of, next: null, timesReplaced, withdrawn, notForAll }
  })
}

/** Returns the newer period that is worth offering; null where none is, or what is in view may not have it. */
export function offeredPeriod({ next, isPresumed = false, notForAll }: ShownPeriod): AsOf | null {
  return isPresumed || next === notForAll ? null : next
}

/** Switches to the newer period and returns true; returns false when there is none. */
export function showNextPeriod(client: QueryClient): boolean {
  const next = client.getQueryData(periodOptions.queryKey)?.next ?? null
  if (next !== null) showPeriod(client, next)
  return next !== null
}

/** Returns the newer period that the page offers; null where there is none. */
export function useOfferedPeriod(): AsOf | null {
  const { data } = useQuery(periodOptions)
  return data ? offeredPeriod(data) : null
}

/** Returns the period that is shown: the address's, if it is earlier than the one served; undefined and null as for that. */
export function useShownAsOf(): AsOf | null | undefined {
  const served = useAsOf()
  const chosen = useAddress((address) => address.period)
  return served && chosen !== null && chosen < served ? chosen : served
}

/** Returns the period that the service serves; undefined until it is known, null when the service serves none. */
export function useAsOf(): AsOf | null | undefined {
  return useQuery(periodOptions).data?.as_of
}

/** Returns whether earlier periods are worth offering: false once it is known that there is nothing to show of any. */
export function useHasEarlier(): boolean {
  return useQuery(periodOptions).data?.hasEarlier ?? true
}
