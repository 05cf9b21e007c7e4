// How the page should write what the service says, in the locale of the walk. Written a second time on purpose.

export const LOCALE = 'en-GB'

/** The figures that a row of the service has. */
export const PUBLISHED = ['median_price_per_sqm', 'median_price', 'median_area', 'average_price', 'listings'] as const
/** What the page computes from them. */
export const DERIVED = ['rental_yield', 'difference', 'area_for_budget', 'price_for_area'] as const
export type Published = (typeof PUBLISHED)[number]
export type Metric = Published | (typeof DERIVED)[number]

/** How figures are shown: the currency, whether they are rents, and what the service counts. */
export interface Manner {
  readonly currency: string
  readonly isRent: boolean
  readonly records: 'listings' | 'sales'
}

const METRIC_NAMES: Readonly<Record<Published, readonly [sale: string, rent: string]>> = {
  median_price_per_sqm: ['Median price per m²', 'Median rent per m²'],
  median_price: ['Median price', 'Median rent'],
  median_area: ['Median size', 'Median size'],
  average_price: ['Average price', 'Average rent'],
  listings: ['Number of listings', 'Number of listings'],
}

/** Returns the name of a published figure. */
export function metricName(metric: Published, { isRent, records }: Manner): string {
  return metric === 'listings' ? `Number of ${records}` : METRIC_NAMES[metric][isRent ? 1 : 0]
}

export const LEVEL_NAMES: Readonly<Record<string, string>> = {
  country: 'Country',
  region: 'Region',
  province: 'Province',
  city: 'City',
  macrozone: 'District',
  microzone: 'Neighbourhood',
}

/** What is said of a cell in each state; `floor` is the fewest listings of a figure. */
export function stateWords(state: string, floor: number | undefined, { records }: Manner): string {
  const words: Readonly<Record<string, string>> = {
    observed: `From ${records} in this hexagon.`,
    estimated: '≈ Estimated: pooled with the six neighbouring hexagons.',
    too_few: `No figure: fewer ${records} than the floor (${floor}), or none.`,
    no_listings: `No ${records} here, according to the service’s free look-up.`,
    not_covered: 'The statistics service does not seem to cover this market, or not at this zoom.',
    not_bought: 'The figures here have not been bought.',
    sea: 'Sea.',
  }
  return words[state] ?? `(a state that the walk does not expect: ${state})`
}

/** Decimals of a break between classes, which is written with all its digits. */
const BREAK_DECIMALS = 8

/** Returns a break between classes with its unit: `$3,500.5/m²`, `−2.5%`. */
export function breakFigure(at: number, metric: Metric, manner: Manner): string {
  return figure(Number(at.toPrecision(8)), metric, manner, BREAK_DECIMALS)
}

/** Returns a figure with its unit: `$4,210/m²`, `$18.5/m² a month`, `84 m²`, `+12%`; `decimals` replaces the usual ones. */
export function figure(value: number, metric: Metric, manner: Manner, decimals: number | null = null): string {
  switch (metric) {
    case 'listings':
      // The middle of two counts can end in a half.
      return number(value, decimals ?? 1)
    case 'median_area':
      return `${number(value, decimals ?? (value < 10 ? 1 : 0))} m²`
    case 'area_for_budget':
      // No more digits than the price per m² is sure to have.
      return `${number(Number(value.toPrecision(decimals === null ? 4 : 8)), decimals ?? (value < 10 ? 1 : 0))} m²`
    case 'rental_yield':
      return percent(value, { maximumFractionDigits: decimals ?? 1 })
    case 'difference':
      return percent(value, {
        maximumFractionDigits: decimals ?? (Math.abs(value) < 0.5 ? 1 : 0),
        signDisplay: 'exceptZero',
      })
    case 'median_price_per_sqm':
    case 'median_price':
    case 'average_price':
    case 'price_for_area': {
      const size = metric === 'median_price_per_sqm' ? '/m²' : ''
      // No more digits than the price per m² is sure to have.
      const amount = metric === 'price_for_area' && decimals === null ? Number(value.toPrecision(4)) : value
      return `${money(amount, manner.currency, decimals)}${size}${manner.isRent ? ' a month' : ''}`
    }
  }
}

/**
 * Returns the ways in which an amount may stand on the page that was bought in US dollars and is shown in another currency:
 * tiles cut amounts off, after a tenth or after five digits, so that it may lie half such a step away.
 */
export function convertedFigures(value: number, rate: number, metric: Metric, manner: Manner): string[] {
  if (rate === 1 || !isMoney(metric)) return figures(value, metric, manner)
  const step = Math.min(0.1, 10 ** (Math.floor(Math.log10(value / rate)) - 4)) * rate
  return [value, value - step / 2, value + step / 2].flatMap((each) => figures(each, metric, manner))
}

/**
 * Returns the ways in which a figure may stand on the page. What the page computes itself comes from figures that were
 * cut off after at least five digits, so its last digit may differ by one.
 */
export function figures(value: number, metric: Metric, manner: Manner): string[] {
  const isExact = PUBLISHED.some((published) => published === metric)
  return (isExact ? [1] : [1, 1 - 1e-4, 1 + 1e-4]).map((share) => figure(value * share, metric, manner))
}

/** Returns the unit of a metric in a heading; null for counts. */
export function unitOf(metric: Metric, { currency, isRent }: Manner): string | null {
  switch (metric) {
    case 'listings':
      return null
    case 'median_area':
    case 'area_for_budget':
      return 'm²'
    case 'rental_yield':
      return '% a year'
    case 'difference':
      return '%'
    case 'median_price_per_sqm':
    case 'median_price':
    case 'average_price':
    case 'price_for_area':
      return isRent ? `${currency} a month` : currency
  }
}

/** True for amounts of money, which are converted. */
export function isMoney(metric: Metric): boolean {
  return ['median_price_per_sqm', 'median_price', 'average_price', 'price_for_area'].includes(metric)
}

function number(value: number, digits: number): string {
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits: digits }).format(value)
}

function percent(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(LOCALE, { style: 'percent', ...options }).format(value / 100)
}

/** Returns an amount of money: `$4,210`. */
export function money(value: number, currency: string, decimals: number | null = null): string {
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: decimals ?? (Math.abs(value) < 100 ? 1 : 0),
  }).format(value)
}

/** Returns a text with ordinary blanks: browsers and Node.js put narrow ones into different places. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ')
}

export function count(value: number): string {
  return new Intl.NumberFormat(LOCALE).format(value)
}

export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}

interface Window {
  readonly window_start: string
  readonly window_end: string
  readonly snapshot: { readonly window_months: number }
}

/** Returns a window: `Aug–Oct 2026, rolling three months`, `Oct 2026, one month`. */
export function windowWords({ window_start, window_end, snapshot: { window_months } }: Window): string {
  const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const span = plain(month.formatRange(Date.parse(window_start), Date.parse(window_end)))
  return `${span}, ${window_months === 1 ? 'one month' : 'rolling three months'}`
}

/** Returns the month before a label: a period is named for the first day after it. */
export function lastMonthOf(label: string): string {
  const day = new Date(Date.parse(label) - 86_400_000)
  return new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(day)
}

function countryName(code: string): string {
  return new Intl.DisplayNames(LOCALE, { type: 'region' }).of(code.toUpperCase()) ?? code.toUpperCase()
}

export function placeName({ geo_id, name, level }: { geo_id: string; name: string; level: string }): string {
  return level === 'country' ? countryName(geo_id) : name
}

/** Returns a cell's place, which is the country's code where no place is named. */
export function cellPlace(name: string): string {
  return /^[a-z]{2}$/.test(name) ? countryName(name) : name
}

/** Returns the lower and upper end and the middle of some values, between which it interpolates linearly. */
export function shareOf(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return low + (high - low) * (at - Math.floor(at))
}
