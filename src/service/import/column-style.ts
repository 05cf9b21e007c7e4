/** The decimal sign of a column's numbers; `mixed` when its rows contradict each other. */
export type NumberStyle = 'point' | 'comma' | 'mixed'

/** Whether the day or the month comes first in 3/4/2026; `each` when the rows of a column contradict each other. */
export type DateOrder = 'dmy' | 'mdy' | 'each'

/** Evidence in the numbers of one column, as counts of rows. */
export interface NumberEvidence {
  /** Can only have a decimal point: 85.5, 1,250.00, 1,250,000. */
  readonly point: number
  /** Can only have a decimal comma: 85,5, 1.250,00, 1.250.000. */
  readonly comma: number
  /** 1.250, which can be either. */
  readonly dotted: number
  /** 1,250, which can be either. */
  readonly comma_dotted: number
}

/** The style that a column's unambiguous rows show; null when there are none. */
function shownStyle({ point, comma }: NumberEvidence): NumberStyle | null {
  if (point > 0 && comma > 0) return 'mixed'
  if (point > 0) return 'point'
  return comma > 0 ? 'comma' : null
}

/**
 * The style of prices. When all rows are ambiguous, the sign in 250.000 groups thousands, as prices have no three
 * decimals.
 */
export function priceStyle(evidence: NumberEvidence): NumberStyle {
  const shown = shownStyle(evidence)
  if (shown) return shown
  const { dotted, comma_dotted } = evidence
  if (dotted > 0 && comma_dotted > 0) return 'mixed'
  return dotted > 0 ? 'comma' : 'point'
}

/**
 * The style of areas, which can have three decimals. When all rows are ambiguous, areas are read like prices; when
 * prices are ambiguous too, areas such as 1.250 cannot be read.
 */
export function areaStyle(evidence: NumberEvidence, price: NumberEvidence): NumberStyle {
  return shownStyle(evidence) ?? shownStyle(price) ?? 'mixed'
}

/** Evidence in the dates of a column, as counts of different dates. */
export interface DateEvidence {
  /** 25/3/2026. */
  readonly day_first: number
  /** 3/25/2026. */
  readonly month_first: number
  /** 3/4/2026, which can be either. */
  readonly either: number
  /** An ambiguous date; null when there are none. */
  readonly example: string | null
}

/** The order that a column's dates show; throws when all slashed dates are ambiguous. */
export function dateOrder({ day_first, month_first, either, example }: DateEvidence): DateOrder {
  if (day_first > 0 && month_first > 0) return 'each'
  if (day_first > 0) return 'dmy'
  if (month_first > 0) return 'mdy'
  if (either === 0) return 'each'
  throw new Error(
    `dates such as ${example} can have the day or the month first, and no row shows which; choose with --date-order dmy or --date-order mdy`,
  )
}

/** Evidence in a column of place names. */
export interface PlaceEvidence {
  readonly cells: number
  /** Cells that contain the separator. */
  readonly separated: number
  /** Fewest and most parts of a cell. */
  readonly fewest: number
  readonly most: number
  /** Different first parts and different rests. */
  readonly inner: number
  readonly outer: number
}

/**
 * Whether a column's cells contain several levels, such as "Moema/São Paulo". A name in two languages, such as
 * "Donostia/San Sebastián", looks the same. With levels, every cell has the separator and several zones share each
 * outer place.
 */
export function holdsLevels({ cells, separated, fewest, most, inner, outer }: PlaceEvidence): boolean {
  return cells > 0 && separated === cells && fewest === most && 2 * outer <= inner
}
