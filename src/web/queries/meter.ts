import { queryOptions } from '@tanstack/react-query'
import { meter, meterDetail } from '../../contract/proxy-api.ts'
import { getParsed } from './http.ts'

/** The allowance as the proxy last saw it; asked again each minute, since other viewers spend from it too (free). */
export const meterOptions = queryOptions({
  queryKey: ['meter'],
  queryFn: ({ signal }) => getParsed('/api/meter', meter, signal),
  staleTime: 15_000,
  refetchInterval: 60_000,
})

/** What was spent by day and by lens, and what the ledger saved (free); read for as long as somebody looks. */
export const meterDetailOptions = queryOptions({
  queryKey: ['meter', 'detail'],
  queryFn: ({ signal }) => getParsed('/api/meter/detail', meterDetail, signal),
  staleTime: 15_000,
})
