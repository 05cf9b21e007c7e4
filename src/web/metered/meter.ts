import { queryOptions } from '@tanstack/react-query'
import { meter, meterDetail } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { getParsed } from '../requests/http.ts'
import { retryPause } from '../requests/query-client.ts'

/** Query for the allowance as the proxy last saw it (free); repeats every minute, since other viewers spend too. */
export const meterOptions = queryOptions({
  queryKey: ['meter'],
  meta: { part: () => t('the calls left') },
  queryFn: ({ signal }) => getParsed('/api/meter', meter, signal),
  staleTime: 15_000,
  refetchInterval: (query) => retryPause(query) || 60_000,
  refetchOnWindowFocus: true,
})

/** Query for what was spent by day and by lens, and what the ledger saved (free). */
export const meterDetailOptions = queryOptions({
  queryKey: ['meter', 'detail'],
  queryFn: ({ signal }) => getParsed('/api/meter/detail', meterDetail, signal),
  staleTime: 15_000,
})
