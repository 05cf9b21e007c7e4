import { queryOptions } from '@tanstack/react-query'
import { basemapResponse } from '../../contract/basemap.ts'
import { t } from '../language/translate.ts'
import { getParsed } from '../requests/http.ts'

/** Query for where the page gets streets from (free). */
export const basemapOptions = queryOptions({
  queryKey: ['basemap'],
  meta: { part: () => t('the choice of streets') },
  queryFn: ({ signal }) => getParsed('/api/basemap', basemapResponse, signal),
  staleTime: Number.POSITIVE_INFINITY,
})
