import { useQuery } from '@tanstack/react-query'
import type { Edition } from '../../../contract/proxy-api.ts'
import type { Metric } from '../../../domain/figure.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { coverageOptions } from '../../free/coverage.ts'
import { filtersOptions } from '../../free/filters.ts'
import { t } from '../../language/translate.ts'
import { lensWordsFor } from '../../lens/lens-words.ts'
import { namedPlaceOptions } from '../../metered/scales.ts'
import { useTerritoryScale } from '../../scale/use-territory-scale.ts'
import { useAddress } from '../../state/use-address.ts'
import { countryName } from '../../ui/words/place-name.ts'

/** From here on, hardly any view has more than one country. */
const ONE_COUNTRY_ZOOM = 7

/**
 * Returns which listings the figures in view come from: `For sale, Apartment, Spain`; the country where it is known.
 * Null while the filters are not known, and with them what is chosen where nothing is.
 */
export function useMarketWords(edition: Edition, metric: Metric): string | null {
  const filters = useQuery(filtersOptions).data?.filters
  const country = useCountry()
  if (filters === undefined) return null
  const what = lensWordsFor(metric, filters, edition)
  return country === null ? what : t('{what}, {country}', { what, country: countryName(country) })
}

/** The only country with prices, or else that of the place in the middle of the view. */
function useCountry(): string | null {
  const countries = useQuery(coverageOptions).data?.countries.filter(({ prices_available }) => prices_available) ?? []
  const only = countries.length === 1 ? countries[0] : undefined
  const { scale } = useTerritoryScale()
  // Farther out, the view has figures of several countries.
  const isNear = useAddress((address) => address.view.zoom >= ONE_COUNTRY_ZOOM)
  const middle =
    isNear && scale?.kind === 'territory' && countries.length > 1 ? parseGeoId(scale.territory.geo_id) : null
  const place = useQuery(namedPlaceOptions(middle)).data ?? null
  return only?.country ?? place?.country ?? null
}
