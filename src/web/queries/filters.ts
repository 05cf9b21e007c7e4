import { queryOptions } from '@tanstack/react-query'
import { readFilters } from '../../contract/assumptions.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { getJson } from './http.ts'

/** The filters that the service offers, of every kind that a control can be built for (free). */
export const filtersOptions = queryOptions({
  queryKey: ['filters'],
  queryFn: async ({ signal }) => readFilters(await getJson(`${PATH_PREFIX}/meta/filters`, signal)),
  staleTime: 60 * 60_000,
})
