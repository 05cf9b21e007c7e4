import type { Day } from '../../domain/period.ts'
import { UNITS_PER_EUR } from './rate-table.ts'

/** Exchange rates of one day. */
export interface Rates {
  /** The day that the rates are of. */
  readonly fx_date: Day
  /** US dollars for one unit of each currency (ISO 4217), USD itself included. */
  readonly usd_per_unit: Readonly<Record<string, number>>
}

const SNAPSHOTS: readonly Rates[] = UNITS_PER_EUR.map(([fx_date, units]) => {
  const usdPerEur = units.USD ?? Number.NaN
  const usd = Object.entries(units).map(([currency, perEur]) => [currency, usdPerEur / perEur] as const)
  return { fx_date, usd_per_unit: Object.fromEntries(usd) }
})

/** The newest rates known at a day; the oldest of all for a day before them. */
export function ratesAt(day: Day): Rates {
  const [first, ...later] = SNAPSHOTS
  if (!first) throw new Error('the table of exchange rates is empty')
  return later.reduce((held, next) => (next.fx_date <= day ? next : held), first)
}

/** Every currency that the rates cover, ISO 4217, in alphabetical order. */
export const CURRENCIES: readonly string[] = Object.keys(SNAPSHOTS[0]?.usd_per_unit ?? {}).sort()
