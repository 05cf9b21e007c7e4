import { z } from '@hono/zod-openapi'
import { COVERAGE_WINDOW_DAYS } from '../../contract/limits.ts'
import { type CoverageCountry, type CoverageResponse, coverageResponse } from '../../contract/service/coverage.ts'
import { RESOLUTIONS } from '../../domain/cell.ts'
import { addMonths } from '../../domain/period.ts'
import type { Market } from '../listings/market-store.ts'
import { SALE_SOURCES } from '../listings/sale-sources.ts'
import { endpoint, type ServiceApp } from '../requests/endpoint.ts'
import { countryCode } from '../requests/parameters.ts'
import type { ServiceDeps } from '../requests/service-env.ts'

const route = endpoint({
  path: '/coverage',
  summary: 'The markets served, and the data available for each.',
  description: 'With `country`, only that entry, or an empty list when the market is not served.',
  group: 'metadata',
  query: z.object({ country: countryCode.optional() }),
  params: z.object({}),
  answer: coverageResponse,
  refusals: ['invalid_parameter'],
})

export function addCoverage(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => {
    const { country } = c.req.valid('query')
    const coverage = await coverageOf(deps)
    const countries = coverage.countries.filter((entry) => country === undefined || entry.country === country)
    return c.json({ ...coverage, countries }, 200)
  })
}

async function coverageOf(deps: ServiceDeps): Promise<CoverageResponse> {
  const { tree } = deps.places.current()
  const markets = new Map((await deps.markets.markets()).map((market) => [market.country, market]))
  const listed = deps.figures.newest()?.countries ?? new Set<string>()
  const named = tree.countries().map(({ geo_id }) => geo_id)
  const codes = [...new Set([...markets.keys(), ...listed, ...named])].sort()
  return {
    window_days: COVERAGE_WINDOW_DAYS,
    freshness: freshnessNote(deps),
    coverage: coverageNote(
      [...markets.values()],
      tree.places.some(({ source }) => source === 'demo'),
    ),
    countries: codes.map((country) => ({
      country,
      h3_resolutions: listed.has(country) ? [...RESOLUTIONS] : [],
      ...ingestion(markets.get(country), deps.now()),
      searchable: named.includes(country),
      reports_available: false,
      ...recordsOf(markets.get(country)),
    })),
    revisions: Object.fromEntries(deps.figures.revisions()),
    first_view: firstView(deps, markets),
  }
}

/** The demonstration opens where the page does. */
function firstView({ figures }: ServiceDeps, markets: ReadonlyMap<string, Market>): CoverageResponse['first_view'] {
  const view = figures.served()?.meta.first_view ?? null
  return view === null || markets.get(view.country)?.simulated ? null : view
}

function ingestion(
  market: Market | undefined,
  now: Date,
): Pick<CoverageCountry, 'last_ad_parsed_at' | 'prices_available'> {
  if (!market) return { last_ad_parsed_at: null, prices_available: false }
  const ageDays = (now.getTime() - market.importedAt.getTime()) / 86_400_000
  return { last_ad_parsed_at: market.importedAt.toISOString(), prices_available: ageDays <= COVERAGE_WINDOW_DAYS }
}

function freshnessNote({ figures }: ServiceDeps): string {
  const served = figures.served()
  const rule = 'Figures are rebuilt once a month.'
  if (!served) return `${rule} There are none at present.`
  const lastMonth = new Date(Date.parse(addMonths(served.as_of, -1)))
  return `${rule} The current ones go up to the end of ${MONTH.format(lastMonth)}.`
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What the rows of a market are; nothing for a market without rows. */
function recordsOf(market: Market | undefined): Pick<CoverageCountry, 'records'> {
  if (!market) return {}
  const sales = market.sources.filter((source) => SALE_SOURCES.has(source))
  if (sales.length === 0) return { records: 'listings' }
  return { records: sales.length === market.sources.length ? 'sales' : 'listings and sales' }
}

function coverageNote(markets: readonly Market[], placesSimulated: boolean): string {
  const kinds = new Set(markets.map((market) => recordsOf(market).records))
  const [only] = kinds
  const held = `Markets with ${(kinds.size === 1 && only) || (kinds.size > 1 ? 'listings, sales' : 'listings')} or named places.`
  const parts = [held, ...markets.flatMap(attributions)]
  const simulated = markets.filter((market) => market.simulated).map(({ country }) => country)
  if (simulated.length > 0 || placesSimulated) {
    const which = simulated.length > 0 ? ` in ${simulated.join(', ')}` : ''
    parts.push(`The listings${which} are simulated: made up for demonstration, they say nothing about any real market.`)
  }
  return parts.join(' ')
}

function attributions({ country, sources }: Market): string[] {
  return sources.flatMap((source) => {
    const attribution = SALE_SOURCES.get(source)
    return attribution === undefined ? [] : [`Sales in ${country}: ${attribution}.`]
  })
}
