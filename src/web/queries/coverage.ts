import { queryOptions } from '@tanstack/react-query'
import { receivedCoverage } from '../../contract/coverage.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { getParsed } from './http.ts'

/** Query for the markets that the service covers, and its notes on them (free). */
export const coverageOptions = queryOptions({
  queryKey: ['coverage'],
  queryFn: ({ signal }) => getParsed(`${PATH_PREFIX}/coverage`, receivedCoverage, signal),
  staleTime: 60 * 60_000,
})
