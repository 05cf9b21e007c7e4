import { queryOptions, useQuery } from '@tanstack/react-query'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { receivedCoverage } from '../../contract/service/coverage.ts'
import type { Records } from '../../domain/figure.ts'
import { t } from '../language/translate.ts'
import { getParsed } from '../requests/http.ts'

/** Query for the markets that the service covers, and its notes on them (free). */
export const coverageOptions = queryOptions({
  queryKey: ['coverage'],
  queryFn: ({ signal }) => getParsed(`${PATH_PREFIX}/coverage`, receivedCoverage, signal),
  staleTime: 60 * 60_000,
  meta: { part: () => t('which markets the service has, and whether their figures come from sales or listings') },
})

/** What the figures are of, in a word: sales where all markets with prices are of completed sales, else listings. */
export function useRecordWord(): Records {
  const countries = useQuery(coverageOptions).data?.countries ?? []
  const priced = countries.filter(
    ({ prices_available, records }) => prices_available === true || (records ?? null) !== null,
  )
  return priced.length > 0 && priced.every(({ records }) => records === 'sales') ? 'sales' : 'listings'
}

/** Whether the service's own notes call the market simulated. */
export function useIsSimulated(): boolean {
  const coverage = useQuery(coverageOptions).data
  return /\bsimulated\b/i.test(`${coverage?.coverage ?? ''} ${coverage?.freshness ?? ''}`)
}
