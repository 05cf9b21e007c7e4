import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Bounds } from '../../domain/tile.ts'
import { t } from '../language/translate.ts'

/**
 * Query for the bounds of where a country's people live, in degrees: the extent of its towns without the outermost one
 * per cent of the population on each side; null for a country without towns. scripts/country-extents.js makes the
 * table. Disabled for null.
 */
export function countryExtentOptions(country: string | null) {
  return queryOptions({
    queryKey: ['country-extent', country],
    meta: { part: () => t('where the country lies') },
    queryFn: country === null ? skipToken : () => extentOf(country),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function extentOf(country: string): Promise<Bounds | null> {
  const { default: extents } = await import('./country-extents.json')
  const known: Readonly<Record<string, number[]>> = extents
  const [west, south, east, north] = (Object.hasOwn(known, country) ? known[country] : null) ?? []
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null
  return { west, south, east, north }
}
