import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { periodResponse } from '../../contract/proxy-api.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { getParsed } from './http.ts'
import { tileStore } from './page-tiles.ts'

const HOUR_MS = 3_600_000

/** The period that the page shows. */
interface ShownPeriod {
  /** Null while the service serves none. */
  readonly as_of: AsOf | null
  /** A newer one that the service serves by now: shown once something has to be bought, not by surprise. */
  readonly next: AsOf | null
}

/** The period that the service is serving (free), asked for again each hour. */
export const periodOptions = queryOptions({
  queryKey: ['period'],
  queryFn: async ({ signal, client, queryKey }): Promise<ShownPeriod> => {
    const { as_of, ledger, finest_resolution } = await getParsed('/api/period', periodResponse, signal)
    tileStore.openLedger(ledger)
    tileStore.allowFinest(finest_resolution)
    return laterPeriod(client.getQueryData<ShownPeriod>(queryKey), as_of === null ? null : parseAsOf(as_of))
  },
  staleTime: HOUR_MS,
  refetchInterval: HOUR_MS,
  refetchIntervalInBackground: true,
})

/** What is shown once the service is known to serve a period: what was shown before stays until it is left. */
export function laterPeriod(shown: ShownPeriod | undefined, served: AsOf | null): ShownPeriod {
  if (!shown || shown.as_of === null) return { as_of: served, next: null }
  return { as_of: shown.as_of, next: served === shown.as_of ? null : served }
}

/** Shows another period from now on. */
export function showPeriod(client: QueryClient, as_of: AsOf): void {
  client.setQueryData(periodOptions.queryKey, { as_of, next: null })
}

/** Shows the newer period that was noticed; false where there is none. */
export function showNextPeriod(client: QueryClient): boolean {
  const next = client.getQueryData(periodOptions.queryKey)?.next ?? null
  if (next !== null) showPeriod(client, next)
  return next !== null
}

/** The period in force; undefined until it is known, null when the service serves none. */
export function useAsOf(): AsOf | null | undefined {
  return useQuery(periodOptions).data?.as_of
}
