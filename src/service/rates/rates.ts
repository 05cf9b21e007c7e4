import type { Day } from '../../domain/period.ts'
import {
  daysBefore,
  ENDED_AFTER_DAYS,
  type Quote,
  type QuotedCurrency,
  type RateEntry,
  type RateTable,
  rateTableOf,
  readRateEntries,
} from './rate-table.ts'
import referenceRatesCsv from './reference-rates.csv?raw'

/** Exchange rates of one day. */
export interface Rates {
  /** The day of the newest rate among them. */
  readonly fx_date: Day
  /** The day of each currency's own rate. */
  readonly fx_dates: Readonly<Record<string, Day>>
  /** US dollars for one unit of each currency (ISO 4217), including USD. */
  readonly usd_per_unit: Readonly<Record<string, number>>
}

/**
 * The rates that are part of Squaremetre; reference-rates.csv names their sources. There are one or two days a year, so
 * each stands for the whole time until the next: their reach is not limited.
 */
export const BUILT_IN_RATES: RateTable = rateTableOf(readRateEntries(referenceRatesCsv), Number.POSITIVE_INFINITY)

/** The currencies of the built-in rates, ISO 4217, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...BUILT_IN_RATES.keys()].sort()

/**
 * The newest rate of each currency on or before a day, or its oldest rate when all are later. A currency that ended
 * long before the day has none, and one whose rate does not reach the day has none unless `anyAge` is set.
 */
export function ratesAt(day: Day, table: RateTable = BUILT_IN_RATES, { anyAge = false } = {}): Rates {
  const chosen: (readonly [currency: string, quote: Quote])[] = []
  for (const [currency, quoted] of table) {
    const quote = newestBy(quoted.quotes, day)
    // One dollar is one dollar on every day.
    const isUsable = currency === 'USD' || anyAge || reaches(quote, day)
    if (isUsable && !hasEndedBy(quoted, day)) chosen.push([currency, quote])
  }
  const days = chosen.map(([, quote]) => quote.day).sort()
  const fx_date = days.filter((quoted) => quoted <= day).at(-1) ?? days[0]
  if (fx_date === undefined) throw new Error('the table of exchange rates is empty')
  return {
    fx_date,
    fx_dates: Object.fromEntries(chosen.map(([currency, quote]) => [currency, quote.day])),
    usd_per_unit: Object.fromEntries(chosen.map(([currency, { usd }]) => [currency, usd])),
  }
}

/** The day of the rate that converts a currency's prices on a day; null when the currency has none that reaches it. */
export function rateDay(currency: string, day: Day, table: RateTable): Day | null {
  const quoted = table.get(currency)
  if (!quoted || hasEndedBy(quoted, day)) return null
  const quote = newestBy(quoted.quotes, day)
  return reaches(quote, day) ? quote.day : null
}

function reaches(quote: Quote, day: Day): boolean {
  return Math.abs(Date.parse(day) - Date.parse(quote.day)) <= quote.reachDays * 86_400_000
}

/** The built-in rates, in which `loaded` replaces each of its currencies from its first day on. */
export function withBuiltInRates(loaded: RateTable): RateTable {
  const table = new Map(BUILT_IN_RATES)
  for (const [currency, { quotes, ended }] of loaded) {
    const first = quotes[0]?.day ?? ''
    const earlier = BUILT_IN_RATES.get(currency)?.quotes.filter(({ day }) => day < first) ?? []
    table.set(currency, { quotes: [...earlier, ...quotes], ended })
  }
  return table
}

/** The largest plausible factor between two rates of a currency: money loses value, but not so fast. */
const PLAUSIBLE_FACTOR = 10

/** Throws on a rate far from the built-in one, as in a table of inverted rates, with line and value. */
export function refuseImplausibleRates(entries: readonly RateEntry[]): void {
  const euros = BUILT_IN_RATES.get('EUR')?.quotes ?? []
  for (const { line, day, currency, perEuro } of entries) {
    const quotes = BUILT_IN_RATES.get(currency)?.quotes
    if (!quotes) continue
    const known = newestBy(quotes, day)
    const knownPerEuro = newestBy(euros, known.day).usd / known.usd
    const factor = perEuro / knownPerEuro
    if (factor < PLAUSIBLE_FACTOR && factor > 1 / PLAUSIBLE_FACTOR) continue
    throw new Error(
      `line ${line}: ${currency} ${perEuro} on ${day} is far from the ${Number(knownPerEuro.toPrecision(6))} that one euro bought on ${known.day}; a rate is the number of units that one euro buys`,
    )
  }
}

// Listings of a window's first day are converted at its last day, so a currency's last rate has to outlast a window.
function hasEndedBy({ ended }: QuotedCurrency, day: Day): boolean {
  return ended !== null && ended < daysBefore(day, ENDED_AFTER_DAYS)
}

function newestBy(quotes: readonly Quote[], day: Day): Quote {
  let [low, high] = [0, quotes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((quotes[middle] as Quote).day <= day) low = middle + 1
    else high = middle
  }
  return (quotes[low - 1] ?? quotes[0]) as Quote
}
