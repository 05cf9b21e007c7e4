import type { ProxySource } from './checks/check-breaks.ts'
import type { ViewTruth } from './checks/check-legend.ts'
import { isRentLens, rowsWithMetric } from './derive-metric.ts'
import type { Seen } from './read-page.ts'
import { cellsOnScreen, type Row, type Selection, type ServiceAnswers, type Sight } from './service-answers.ts'
import type { Stop } from './stops.ts'
import type { Walk } from './walk.ts'
import { isMoney, type Manner, metricName, money } from './words.ts'

/** What the page should show of a view, by the service's own answers. */
export async function truthOf(
  { service, proxy }: Walk,
  stop: Stop,
  { legend }: Seen,
  sight: Sight,
): Promise<ViewTruth> {
  const resolution = Number(legend.data.resolution)
  const selection: Selection = { lens: stop.lens, resolution, currency: 'USD' }
  const cells = cellsOnScreen(sight, resolution)
  const rows = await rowsWithMetric(stop, selection, (each) => service.rowsOf(each, cells))
  const { asOf = '' } = legend.data
  // Over a metric without money, or where it describes nothing, the legend does not say so.
  const isUnknown =
    isMoney(stop.metric) && legend.heading !== ''
      ? legend.lines.some((line) => line.includes(`the ${stop.currency} rate is not known yet`))
      : !(await isRateHeld(proxy, asOf, stop.currency))
  const currency = isUnknown ? 'USD' : stop.currency
  const frame = await service.frame({ ...selection, currency })
  const rate = currency === 'USD' ? 1 : await rateOf(service, selection, currency, rows)
  const manner = { currency, isRent: isRentLens(stop.lens), records: await recordsOf(service) }
  return { metric: stop.metric, title: titleOf(stop, manner), rows, frame, resolution, manner, rate }
}

/** Whether the proxy can convert a period's figures, which it says for free. */
async function isRateHeld({ page }: ProxySource, as_of: string, currency: string): Promise<boolean> {
  return currency === 'USD' || (await fetch(`${page}/api/rates/${as_of}/${currency}`)).status === 200
}

/** Returns the metric as headings name it, with what it is computed with. */
function titleOf({ metric, budget, size }: Stop, manner: Manner): string {
  switch (metric) {
    case 'rental_yield':
      return 'Gross rental yield'
    case 'difference':
      return 'Difference from a place'
    case 'area_for_budget':
      return `Space for ${money(budget, 'USD')}${manner.isRent ? ' a month' : ''}`
    case 'price_for_area':
      return `${manner.isRent ? 'Rent' : 'Price'} of ${size} m²`
    default:
      return metricName(metric, manner)
  }
}

/** What the service's figures are of: sales where all of its markets say so. */
async function recordsOf(service: ServiceAnswers): Promise<Manner['records']> {
  const markets = (await service.coverage()).filter((market) => market.prices_available || market.records)
  return markets.length > 0 && markets.every(({ records }) => records === 'sales') ? 'sales' : 'listings'
}

/** Units of a currency per US dollar, from the dearest cell in both; without a price in view, from any market's. */
async function rateOf(
  service: ServiceAnswers,
  selection: Selection,
  currency: string,
  rows: ReadonlyMap<string, Row | null>,
): Promise<number> {
  const priced = [...rows.values()].filter((row) => row?.median_price)
  const dearest = priced.sort((a, b) => (b?.median_price ?? 0) - (a?.median_price ?? 0))[0] ?? null
  if (!dearest?.median_price) return rateAnywhere(service, selection, currency)
  const shown = await service.rowsOf({ ...selection, currency }, [dearest.h3])
  return (shown.get(dearest.h3)?.median_price ?? Number.NaN) / dearest.median_price
}

async function rateAnywhere(service: ServiceAnswers, selection: Selection, currency: string): Promise<number> {
  const markets = (await service.coverage()).filter((market) => market.prices_available)
  for (const { country } of markets) {
    for (const { geo_id } of await service.children(country)) {
      const anything = { lens: 'default', resolution: Math.min(6, selection.resolution), currency: 'USD' }
      const rows = await service.rowsIn(anything, { geo_id })
      const priced = rows.find(({ median_price }) => median_price !== null)
      if (priced) return rateOf(service, anything, currency, new Map([[priced.h3, priced]]))
    }
  }
  throw new Error('expected a price in some market, found none')
}

/** The row of a cell as the page should show it, in the page's currency. */
export async function shownRow({ service }: Walk, stop: Stop, truth: ViewTruth, cell: string): Promise<Row | null> {
  const { resolution, manner } = truth
  const selection = { lens: stop.lens, resolution, currency: manner.currency }
  return (await rowsWithMetric(stop, selection, (each) => service.rowsOf(each, [cell]))).get(cell) ?? null
}
