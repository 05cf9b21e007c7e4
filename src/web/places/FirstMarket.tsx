import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReceivedCoverage } from '../../contract/service/coverage.ts'
import { cellResolution, parseCell, RESOLUTIONS } from '../../domain/cell.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { cellCenter } from '../../domain/distance.ts'
import { canonicalLens, type Lens } from '../../domain/lens.ts'
import { parseGeoId } from '../../domain/place.ts'
import { countryExtentOptions } from '../free/country-extent.ts'
import { coverageOptions } from '../free/coverage.ts'
import { filtersOptions } from '../free/filters.ts'
import { lookupOptions, someZoneWithFiguresOptions } from '../free/geo.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { t } from '../language/translate.ts'
import { fetchWithin } from '../requests/fetch-within.ts'
import { FIRST_ADDRESS, isFirstView } from '../state/address/address.ts'
import { thisScreen } from '../state/address/screen.ts'
import { type CameraRequest, usePage } from '../state/store.ts'
import { getAddress, setAddress } from '../state/use-address.ts'
import { viewWithFigures } from '../view/opening-view.ts'
import { cellWidthPx } from '../view/resolution.ts'
import { boundsOf, outlineOf } from './outline.ts'
import { ownTerms } from './own-terms.ts'

/** The market of the first view. */
const MARKET_OF_FIRST_VIEW = 'es'

const COARSEST = RESOLUTIONS[0]

/** How wide the cells of a service's first view are drawn, in CSS pixels: neighbourhoods can be told apart. */
const CELL_PX = 45

type ReceivedFirstView = NonNullable<ReceivedCoverage['first_view']>

/** The first view of a page that was opened without one. */
interface FirstView {
  /** Null to stay at the first view. */
  readonly camera: CameraRequest | null
  readonly lens?: Lens
  readonly currency?: Currency
}

/**
 * Draws nothing. Moves a page that was opened without a view to where the service says that a map should open, or else
 * to a place with figures, when the service has none in the first view's market. If the service says nothing, the page
 * uses the market's own currency, if offered, and an offer that the service has. The requests are free.
 */
export function FirstMarket() {
  const { data, failureCount } = useQuery(firstMarketOptions)
  const isFound = data !== undefined || failureCount > 0
  useEffect(() => {
    if (!isFound) return
    const { set } = usePage.getState()
    const arrive = () => set({ isFindingView: false })
    // The answer may come late, after the viewer has moved the map.
    if (!data || !isFirstView(getAddress().view)) return arrive()
    const { lens, currency } = data
    const isChosen = getAddress().currency !== BASE_CURRENCY
    setAddress({ ...(lens && { lens }), ...(currency && !isChosen && { currency }) }, 'replace')
    const { camera } = data
    if (camera === null || (camera.kind === 'point' && isFirstView(camera))) return arrive()
    set({ camera })
    return usePage.subscribe((page, before) => {
      if (!page.isFindingView || page.rested === null || page.rested === before.rested) return
      // The map may come to rest at the first view before it moves.
      if (before.rested !== null || !isFirstView(page.rested.view)) arrive()
    })
  }, [data, isFound])
  return null
}

const firstMarketOptions = queryOptions({
  queryKey: ['first-market'],
  meta: { part: () => t('where the country lies') },
  queryFn: ({ client }) => findFirstMarket(client),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns what to show first; null when the first view will do. */
async function findFirstMarket(client: QueryClient): Promise<FirstView | null> {
  const { countries, first_view } = await fetchWithin(client, coverageOptions)
  const stated = first_view ? readFirstView(first_view) : null
  if (stated !== null) return stated
  const covered = countries.flatMap((row) => (row.prices_available ? [row.country] : []))
  const country = covered.includes(MARKET_OF_FIRST_VIEW) ? MARKET_OF_FIRST_VIEW : covered[0]
  if (country === undefined) return null
  // Null says that the service knows of no better view; without the key, it says nothing.
  const terms = first_view === undefined ? await findOwnTerms(client, country) : {}
  const isThere = country === MARKET_OF_FIRST_VIEW && (first_view === null || (await areListingsInFirstView(client)))
  return { camera: isThere ? null : await cameraOver(client, country), ...terms }
}

/** False where the service says that there are none: its market may begin far from the first view. */
async function areListingsInFirstView(client: QueryClient): Promise<boolean> {
  const { lat, lng } = FIRST_ADDRESS.view
  // The coarsest cells, because the view is larger than fine ones. Without an answer, the page stays.
  const point = await fetchWithin(client, lookupOptions(lat, lng, COARSEST)).catch(() => null)
  return point?.prices_available !== false
}

/** Finds the currency and offer to show first for a service that does not name them. */
async function findOwnTerms(client: QueryClient, country: string): Promise<Pick<FirstView, 'lens' | 'currency'>> {
  const [filters, { default: currencyOf }] = await Promise.all([
    // Without a list of filters, the page shows sales in USD.
    fetchWithin(client, filtersOptions).catch(() => ({ filters: [], currencies: [] })),
    import('country-to-currency'),
  ])
  const { lens, currency } = ownTerms(country, filters, currencyOf)
  return { ...(lens && { lens }), ...(currency && { currency }) }
}

async function cameraOver(client: QueryClient, country: string): Promise<CameraRequest | null> {
  const zone = parseGeoId((await fetchWithin(client, someZoneWithFiguresOptions(country))) ?? '')
  const cells = zone === null ? [] : (await fetchWithin(client, placeCellsOptions(zone))).cells
  const bounds =
    cells.length > 0 ? boundsOf(outlineOf(cells)) : await fetchWithin(client, countryExtentOptions(country))
  if (bounds === null) return null
  const { countries } = await fetchWithin(client, coverageOptions)
  const market = countries.find((row) => row.country === country)?.h3_resolutions ?? null
  const view = viewWithFigures(bounds, thisScreen(), market)
  return view ? { kind: 'point', ...view } : { kind: 'bounds', bounds }
}

/** Reads the service's own first view; null when it cannot be read. */
function readFirstView({ h3, ad_sub_type, currency }: ReceivedFirstView): FirstView | null {
  const cell = parseCell(h3)
  const resolution = RESOLUTIONS.find((each) => cell !== null && each === cellResolution(cell))
  if (cell === null || resolution === undefined) return null
  const { lat, lng } = cellCenter(cell)
  const zoom = Math.log2(CELL_PX / cellWidthPx(resolution, lat, 0))
  const known = parseCurrency(currency)
  return {
    camera: { kind: 'point', lat, lng, zoom },
    lens: canonicalLens({ ad_sub_type }),
    ...(known !== null && { currency: known }),
  }
}
