import { queryOptions } from '@tanstack/react-query'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { type Filters, readFilters } from '../../contract/service/filters/received-filters.ts'
import { t } from '../language/translate.ts'
import { getJson, RequestError } from '../requests/http.ts'
import { retryPause } from '../requests/query-client.ts'

const HOUR_MS = 60 * 60_000
/** How often to ask for another list: a service may offer other filters and currencies at any time. */
const AGAIN_MS = 60_000

/** Query for the filters that the service offers and a control exists for (free); repeats every minute while the page is seen. */
export const filtersOptions = queryOptions({
  queryKey: ['filters'],
  meta: { part: () => t('the filters and currencies') },
  queryFn: ({ signal }) => findFilters(signal),
  staleTime: HOUR_MS,
  refetchInterval: (query) => retryPause(query) || pauseAfter(query.state),
})

/** Returns the milliseconds after which the list is read again: ever longer where there is none, up to an hour. */
export function pauseAfter(state: { data: Filters | undefined; dataUpdateCount: number }): number | false {
  const { filters = [], currencies = [] } = state.data ?? {}
  if (state.data === undefined) return false
  if (filters.length + currencies.length > 0) return AGAIN_MS
  return Math.min(HOUR_MS, AGAIN_MS * 2 ** Math.min(10, state.dataUpdateCount - 1))
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
