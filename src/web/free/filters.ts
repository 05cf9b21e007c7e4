import { queryOptions } from '@tanstack/react-query'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { type Filters, readFilters } from '../../contract/service/filters/received-filters.ts'
import { t } from '../language/translate.ts'
import { getJson, RequestError } from '../requests/http.ts'
import { retryPause } from '../requests/query-client.ts'

/** Query for the filters that the service offers and a control exists for (free). */
export const filtersOptions = queryOptions({
  queryKey: ['filters'],
  meta: { part: () => t('the filters and currencies') },
  queryFn: ({ signal }) => findFilters(signal),
  staleTime: 60 * 60_000,
  refetchInterval: (query) => retryPause(query) || pauseWithout(query.state),
})

/** Returns the milliseconds after which a list that was not there is looked for again; false where there is one. */
export function pauseWithout(state: { data: Filters | undefined; dataUpdateCount: number }): number | false {
  const { filters = [], currencies = [] } = state.data ?? {}
  if (state.data === undefined || filters.length + currencies.length > 0) return false
  return Math.min(60 * 60_000, 60_000 * 2 ** Math.min(10, state.dataUpdateCount - 1))
}

async function findFilters(signal: AbortSignal): Promise<Filters> {
  try {
    return readFilters(await getJson(`${PATH_PREFIX}/meta/filters`, signal))
  } catch (error) {
    return filtersAfter(error)
  }
}

/**
 * Returns the filters of a service that has no list of them: none, and any may be meant. That is no fault, and trying
 * again brings the same answer. Throws any other failure.
 */
export function filtersAfter(error: unknown): Filters {
  if (error instanceof RequestError && error.code === 'not_found') return readFilters(null)
  throw error
}
