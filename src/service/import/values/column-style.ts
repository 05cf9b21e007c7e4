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
  /** The median of those that can be either, in m² for areas, if their signs group thousands; null without them. */
  readonly grouped: number | null
}

/** Evidence this many times as frequent as what contradicts it decides: a few odd rows never overturn the many. */
const MARGIN = 20

/** In m². */
const LARGEST_HOME = 2000

/** Decides between two styles by the rows that show each: null when none does, `contradiction` without a margin. */
function weigh<A extends string, B extends string, C extends string>(
  [a, styleA]: [number, A],
  [b, styleB]: [number, B],
  contradiction: C,
): A | B | C | null {
  if (a === 0 && b === 0) return null
  if (a >= MARGIN * b) return styleA
  return b >= MARGIN * a ? styleB : contradiction
}

/** The style that a column's unambiguous rows show; null when there are none. */
function shownStyle({ point, comma }: NumberEvidence): NumberStyle | null {
  return weigh([point, 'point'], [comma, 'comma'], 'mixed')
}

/**
 * The style of prices. When all rows are ambiguous, the sign in 250.000 groups thousands, because prices do not have three
 * decimals. A few rows such as 320000.50 do not make many such prices a thousandth of what they are.
 */
export function priceStyle(evidence: NumberEvidence): NumberStyle {
  const { point, comma, dotted, comma_dotted } = evidence
  const shown = shownStyle(evidence)
  if (shown === 'point' && dotted >= MARGIN * point) return 'comma'
  if (shown === 'comma' && comma_dotted >= MARGIN * comma) return 'point'
  return shown ?? weigh([dotted, 'comma'], [comma_dotted, 'point'], 'mixed') ?? 'point'
}

/**
 * The style of areas, which can have three decimals. When all rows are ambiguous, their signs group thousands: a home of
 * 1.25 m² does not exist. If that would make them larger than homes, areas such as 85.250 cannot be read.
 */
export function areaStyle(evidence: NumberEvidence, price: NumberEvidence): NumberStyle {
  const shown = shownStyle(evidence) ?? shownStyle(price)
  if (shown) return shown
  return evidence.grouped !== null && evidence.grouped <= LARGEST_HOME ? priceStyle(evidence) : 'mixed'
}

/** Evidence in the dates of a column, as counts of different dates. */
export interface DateEvidence {
  /** 25/3/2026. */
  readonly day_first: number
  /** 3/25/2026. */
  readonly month_first: number
  /** 3/4/2026, which can be either. */
  readonly either: number
}

/** The order that a column's dates show; null when all slashed dates are ambiguous. */
export function dateOrder({ day_first, month_first, either }: DateEvidence): DateOrder | null {
  return weigh([day_first, 'dmy'], [month_first, 'mdy'], 'each') ?? (either === 0 ? 'each' : null)
}

/** Evidence in a column of place names. */
export interface PlaceEvidence {
  readonly cells: number
  /** Cells that contain the separator. */
  readonly separated: number
  /** Fewest and most parts of a cell, without the odd one in twenty at each end. */
  readonly fewest: number
  readonly most: number
  /** Different first parts and different rests. */
  readonly inner: number
  readonly outer: number
}

/**
 * Whether a column's cells contain several levels, such as "Moema/São Paulo". A name in two languages, such as
 * "Donostia/San Sebastián", looks the same. With levels, all but a few odd cells have the separator, and several zones
 * share each outer place.
 */
export function holdsLevels({ cells, separated, fewest, most, inner, outer }: PlaceEvidence): boolean {
  return cells > 0 && separated >= MARGIN * (cells - separated) && fewest === most && 2 * outer <= inner
}
