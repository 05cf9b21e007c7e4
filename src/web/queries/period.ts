import { queryOptions, useQuery } from '@tanstack/react-query'
import { periodResponse } from '../../contract/proxy-api.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { getParsed } from './http.ts'
import { tileStore } from './tile-store.ts'

/** The period that the service is serving (free); null when it serves none. */
export const periodOptions = queryOptions({
  queryKey: ['period'],
  queryFn: async ({ signal }): Promise<AsOf | null> => {
    const { as_of, ledger } = await getParsed('/api/period', periodResponse, signal)
    tileStore.openLedger(ledger)
    return as_of === null ? null : parseAsOf(as_of)
  },
  staleTime: 10 * 60_000,
})

/** The period in force; undefined until it is known, null when the service serves none. */
export function useAsOf(): AsOf | null | undefined {
  return useQuery(periodOptions).data
}
