// How the page should write what the service says, in the locale of the walk. Written a second time on purpose.

export const LOCALE = 'en-GB'

export const METRICS = ['median_price_per_sqm', 'median_price', 'median_area'] as const
export type Metric = (typeof METRICS)[number]

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  median_price_per_sqm: 'Median price per m²',
  median_price: 'Median price',
  median_area: 'Median size',
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
export function stateWords(state: string, floor: number | undefined): string {
  const words: Readonly<Record<string, string>> = {
    observed: 'From listings in this hexagon.',
    estimated: '≈ Estimated: pooled with the six neighbouring hexagons.',
    too_few: `No figure: fewer listings than the floor (${floor}), or none.`,
    no_listings: 'No listings here, according to the service’s free look-up.',
    not_covered: 'The statistics service does not seem to cover this market, or not at this zoom.',
    not_bought: 'The figures here have not been bought.',
    sea: 'Sea.',
  }
  return words[state] ?? `(a state that the walk does not expect: ${state})`
}

/** Returns a figure with its unit: `$4,210/m²`, `84 m²`. */
export function figure(value: number, metric: Metric, currency: string): string {
  if (metric === 'median_area') return `${new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 }).format(value)} m²`
  const money = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0,
  }).format(value)
  return metric === 'median_price_per_sqm' ? `${money}/m²` : money
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
