import { latLngToCell } from 'h3-js'
import { type Cell, cellResolution, cellToDecimal } from '../../../domain/cell.ts'
import type { StrangeRules } from '../rules/rules.ts'
import { truthUnder } from '../rules/truth.ts'
import type { Selection } from './selection.ts'

/** Returns the body of a metered answer. */
export function statsBody(
  rules: StrangeRules,
  cells: readonly Cell[],
  lens: Readonly<Record<string, string>>,
  selector: Selection['selector'] = 'h3',
) {
  const { as_of } = rules
  const { currency: _, ...filters } = lens
  const currency = rules.currency ?? lens.currency ?? rules.ownCurrency(cells[0])
  const resolution = cells[0] === undefined ? 8 : cellResolution(cells[0])
  const applied = rules.appliedFilters(filters)
  const rows = statsRows(rules, cells, textsOf(applied), currency)
  const window_months = resolution > 6 ? 3 : 1
  return {
    as_of,
    currency,
    resolution,
    period: as_of,
    window_start: monthsBefore(as_of, window_months),
    window_end: new Date(Date.parse(as_of) - 1).toISOString().slice(0, 10),
    fx_date: '2026-10-30',
    territory: { selector },
    filters: { ...applied, units: { size: 'm2', price: 'USD' } },
    stats: rows.slice(0, rules.rowsSent),
    ...rules.statesCut(Math.min(rows.length, rules.rowsSent), rows.length),
    snapshot: {
      as_of,
      built: 'monthly',
      max_as_of_age_days: 34,
      window_months,
      outlier_trim_pct: 0.01,
      min_listings_by_res: { 4: 10, 5: 10, 6: 10, 7: 5, 8: 5 },
      earliest_period: '2025-11-01',
    },
  }
}

function textsOf(filters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value ?? '')]))
}

function monthsBefore(as_of: string, months: number): string {
  const date = new Date(as_of)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString().slice(0, 10)
}

function statsRows(
  rules: StrangeRules,
  cells: readonly Cell[],
  lens: Readonly<Record<string, string>>,
  currency: string,
) {
  const figureOf = truthUnder(rules, lens)
  const rows = cells.flatMap((cell, index) => {
    const figure = figureOf(cell)
    if (figure === null) return []
    const units = rules.unitsPerUsd(currency, cell) ?? 1
    return {
      // Both spellings name the same cell.
      h3: index % 2 === 0 ? cellToDecimal(cell) : cell,
      ...figure,
      median_price: figure.median_price * units,
      median_price_per_sqm: figure.median_price_per_sqm * units,
      average_price: 1,
      ...(rules.addsFields && { listings: 'some', trend: { direction: 'up' } }),
    }
  })
  if (rules.rowOrder === 'reversed') rows.reverse()
  if (!rules.isNoisy) return rows
  const strangers = cells.slice(0, 1).map((cell) => ({ ...rows[0], h3: latLngToCell(-33, 151, cellResolution(cell)) }))
  return [...rows, ...strangers, ...rows.map((row) => ({ ...row, name: 'Another name' }))]
}
