import { queryOptions } from '@tanstack/react-query'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { readFilters } from '../../contract/service/received-filters.ts'
import { t } from '../language/translate.ts'
import { getJson } from '../requests/http.ts'

/** Query for the filters that the service offers and a control exists for (free). */
export const filtersOptions = queryOptions({
  queryKey: ['filters'],
  meta: { part: () => t('the filters and currencies') },
  queryFn: async ({ signal }) => readFilters(await getJson(`${PATH_PREFIX}/meta/filters`, signal)),
  staleTime: 60 * 60_000,
})
