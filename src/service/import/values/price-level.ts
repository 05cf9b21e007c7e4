/** The offer of all rows of a file, and what shows it. */
export interface GuessedOffer {
  readonly offer: 'rent'
  readonly from: string
}

/** The unit of areas that nothing names, and what shows it. */
export interface GuessedUnit {
  readonly unit: 'sqft'
  readonly from: string
}

/** The prices in the most frequent currency of a file's sales. */
export interface PriceLevel {
  readonly currency: string
  readonly rows: number
  /** Median price, and median price per m² where most rows have an area; null otherwise. */
  readonly price: number
  readonly per_sqm: number | null
  /** US dollars for one unit of the currency. */
  readonly usd: number
}

/** Fewer rows than this show no level. */
const FEWEST = 20
/** In US dollars: hardly any rent is above this, and hardly any home for sale below. */
const HIGHEST_RENT = 10_000
const HIGHEST_RENT_PER_SQM = 100

/** One price that can only be a rent in US dollars, or per m² of its area. */
export const AS_LOW_AS_RENTS = { usd: HIGHEST_RENT, usd_per_sqm: HIGHEST_RENT_PER_SQM }

/** Whether a price per m², in US dollars, is that of a rent. */
export function isRentPerSqm(dollars: number): boolean {
  return dollars < HIGHEST_RENT_PER_SQM
}

/** Whether prices are those of rents rather than of sales: low as such, and for their areas. A name that says so needs no number. */
export function looksLikeRents({ rows, price, per_sqm, usd }: PriceLevel, isNamed: boolean): boolean {
  return (
    (isNamed || rows >= FEWEST) &&
    price * usd < HIGHEST_RENT &&
    (per_sqm === null || per_sqm * usd < HIGHEST_RENT_PER_SQM)
  )
}

/** In US dollars: no home is let by the month for less. */
const LOWEST_RENT = 10
/** As few rows show what no home costs. */
const FEWEST_TINY = 3

/** In US dollars: a rent below one and, for its area, below the other is that of a square metre. */
const LOW_RENT = 30
const LOWEST_RENT_PER_SQM = 0.5

/** Whether prices are lower than those of any home, for sale or for rent. */
export function isTiny({ rows, price, per_sqm, usd }: PriceLevel): boolean {
  const isOfSquareMetre = price * usd < LOW_RENT && per_sqm !== null && per_sqm * usd < LOWEST_RENT_PER_SQM
  return rows >= FEWEST_TINY && (price * usd < LOWEST_RENT || isOfSquareMetre)
}

/** In US dollars: no file has a higher median price. */
const HIGHEST_PRICE = 50_000_000

/** Whether prices are higher than those of homes. */
export function isHuge({ price, usd }: PriceLevel): boolean {
  return price * usd > HIGHEST_PRICE
}

/** In US dollars: several times that of the dearest addresses. */
const HIGHEST_PER_SQM = 250_000

/** The same for their areas, whatever their currency. */
export function isHugeForArea({ rows, per_sqm, usd }: PriceLevel): boolean {
  return rows >= FEWEST && per_sqm !== null && per_sqm * usd > HIGHEST_PER_SQM
}
