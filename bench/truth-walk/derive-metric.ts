import type { Row, Selection } from './service-answers.ts'
import type { Stop } from './stops.ts'
import type { Metric } from './words.ts'

/** Reads rows of the service, by cell. */
type RowsOf = (selection: Selection) => Promise<ReadonlyMap<string, Row | null>>

/** Returns the rows with the stop's metric in them, which the walk computes itself unless the service gives it. */
export async function rowsWithMetric(
  { metric, budget, size }: Pick<Stop, 'metric' | 'budget' | 'size'>,
  selection: Selection,
  rowsOf: RowsOf,
): Promise<Map<string, Row | null>> {
  const rows = new Map(await rowsOf(selection))
  if (metric === 'rental_yield') return yieldsOf(rows, selection, rowsOf)
  for (const [cell, row] of rows) rows.set(cell, row && withValue(row, metric, budget, size))
  return rows
}

function withValue(row: Row, metric: Metric, budget: number, size: number): Row {
  const perSqm = row.median_price_per_sqm
  // An estimate counts its neighbours' listings, too.
  if (metric === 'listings' && row.estimated) return { ...row, listings: null }
  if (metric === 'area_for_budget') return { ...row, area_for_budget: perSqm && budget / perSqm }
  if (metric === 'price_for_area') return { ...row, price_for_area: perSqm && size * perSqm }
  return row
}

/** A yield compares sale and rent of one cell; where one of them is missing, the cell has no row. */
async function yieldsOf(
  own: ReadonlyMap<string, Row | null>,
  selection: Selection,
  rowsOf: RowsOf,
): Promise<Map<string, Row | null>> {
  const isRent = isRentLens(selection.lens)
  const theirs = await rowsOf({ ...selection, lens: otherOffer(selection.lens) })
  return new Map(
    [...own].map(([cell, row]) => {
      const other = theirs.get(cell) ?? null
      const [sale, rent] = isRent ? [other, row] : [row, other]
      if (!row || !other || !sale?.median_price_per_sqm || !rent?.median_price_per_sqm) return [cell, null] as const
      const rental_yield = (1200 * rent.median_price_per_sqm) / sale.median_price_per_sqm
      return [cell, { ...row, estimated: row.estimated || other.estimated, rental_yield }] as const
    }),
  )
}

export function isRentLens(lens: string): boolean {
  return new URLSearchParams(lens).get('ad_sub_type') === 'rent'
}

/** Returns the lens that differs in nothing but the offer. */
export function otherOffer(lens: string): string {
  const parameters = new URLSearchParams(lens === 'default' ? '' : lens)
  if (isRentLens(lens)) parameters.delete('ad_sub_type')
  else parameters.set('ad_sub_type', 'rent')
  parameters.sort()
  return parameters.size === 0 ? 'default' : parameters.toString()
}
