/** Which sign parts the decimals of a column's numbers; `mixed` where its rows contradict one another. */
export type NumberStyle = 'point' | 'comma' | 'mixed'

/** Which number of 3/4/2026 is the day; `each` where the rows of a column contradict one another. */
export type DateOrder = 'dmy' | 'mdy' | 'each'

/** What the numbers of one column show, counted in rows. */
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

/** The style that a column's own rows show for certain; null where none of them tells. */
function shownStyle({ point, comma }: NumberEvidence): NumberStyle | null {
  if (point > 0 && comma > 0) return 'mixed'
  if (point > 0) return 'point'
  return comma > 0 ? 'comma' : null
}

/**
 * The style of prices. Where no row tells, the sign in 250.000 groups thousands: prices have no three decimals.
 */
export function priceStyle(evidence: NumberEvidence): NumberStyle {
  const shown = shownStyle(evidence)
  if (shown) return shown
  const { dotted, comma_dotted } = evidence
  if (dotted > 0 && comma_dotted > 0) return 'mixed'
  return dotted > 0 ? 'comma' : 'point'
}

/**
 * The style of areas, which do have three decimals. Where no row tells, the file's prices do; where they do not either,
 * areas such as 1.250 cannot be read.
 */
export function areaStyle(evidence: NumberEvidence, price: NumberEvidence): NumberStyle {
  return shownStyle(evidence) ?? shownStyle(price) ?? 'mixed'
}

/** What the dates of a column show, counted in rows. */
export interface DateEvidence {
  /** 25/3/2026. */
  readonly day_first: number
  /** 3/25/2026. */
  readonly month_first: number
  /** 3/4/2026, which can be either. */
  readonly either: number
  /** One of those; null when there are none. */
  readonly example: string | null
}

/** The order that a column's dates show; throws where there are dates that can be either, and no row that tells. */
export function dateOrder({ day_first, month_first, either, example }: DateEvidence): DateOrder {
  if (day_first > 0 && month_first > 0) return 'each'
  if (day_first > 0) return 'dmy'
  if (month_first > 0) return 'mdy'
  if (either === 0) return 'each'
  throw new Error(
    `its dates, such as ${example}, could have the day or the month first, and no row tells; say which with --date-order dmy or --date-order mdy`,
  )
}

/** What the cells of a column of place names show. */
export interface PlaceEvidence {
  readonly cells: number
  /** Cells that hold the separator. */
  readonly parted: number
  /** Fewest and most parts of a cell. */
  readonly fewest: number
  readonly most: number
  /** Different first parts and different rests. */
  readonly inner: number
  readonly outer: number
}

/**
 * Whether a column's cells hold several levels, as "Moema/São Paulo". One name in two languages, as "Donostia/San
 * Sebastián", looks the same; what tells is that every cell is parted, and that each rest stands with several names.
 */
export function holdsLevels({ cells, parted, fewest, most, inner, outer }: PlaceEvidence): boolean {
  return cells > 0 && parted === cells && fewest === most && 2 * outer <= inner
}
