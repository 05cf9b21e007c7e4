import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { firstLens, isSale } from '../../contract/service/filters/first-lens.ts'
import { DEFAULT_AD_SUB_TYPE, type Lens, type LensKey, lensKey } from '../../domain/lens.ts'

/** The two offers that a yield compares, as values of `ad_sub_type`. */
export interface Offers {
  readonly sale: string
  readonly rent: string
}

/** The sale and the rent lens of a yield, which differ in nothing but the offer. */
export interface YieldLenses {
  readonly sale: LensKey
  readonly rent: LensKey
}

/**
 * Returns the offers of a service that has both. Sale is the interface's default; rent is the only other value, or the
 * one whose name says so: the interface names none. Null when none can be told.
 */
export function offersOf(filters: readonly FilterSpec[]): Offers | null {
  const rent = rentOf(filters)
  return rent !== null && hasSales(filters) ? { sale: DEFAULT_AD_SUB_TYPE, rent } : null
}

/** Returns the offer of a service that is rent, also where it has no sales. */
export function rentOf(filters: readonly FilterSpec[]): string | null {
  const offer = filters.find(({ parameter }) => parameter === 'ad_sub_type')
  if (offer?.kind !== 'choice') return null
  const others = offer.values.filter(({ value }) => value !== '' && value !== DEFAULT_AD_SUB_TYPE)
  const rents = others.filter(({ value, label }) => /\b(rent|rental|rents|let|lease)\b/i.test(`${value} ${label}`))
  const [only] = others
  const isAlone = others.length === 1 && hasSales(filters) && only !== undefined && !isSale(only.value, only.label)
  return (isAlone ? only : rents[0])?.value ?? null
}

function hasSales(filters: readonly FilterSpec[]): boolean {
  const offer = filters.find(({ parameter }) => parameter === 'ad_sub_type')
  return offer?.kind === 'choice' && firstLens(filters).ad_sub_type === undefined
}

/** Why a lens has no yield: its offer is neither sale nor rent, or a price range would cut sales and rents alike. */
export type NoYield = 'offer' | 'price_range'

/** Returns the two lenses of a yield under the same other filters, or why there is none. */
export function yieldLenses(lens: Lens, { sale, rent }: Offers): YieldLenses | NoYield {
  const { ad_sub_type = sale, ...others } = lens
  if (ad_sub_type !== sale && ad_sub_type !== rent) return 'offer'
  if (Object.keys(others).some((name) => /^(min|max)_.*price/.test(name))) return 'price_range'
  return { sale: lensKey({ ...others, ad_sub_type: sale }), rent: lensKey({ ...others, ad_sub_type: rent }) }
}

/** Returns the lens of a yield that a lens's figures are joined with; null for a lens of another yield. */
export function otherLens(lens: LensKey, { sale, rent }: YieldLenses): LensKey | null {
  if (lens === sale) return rent
  return lens === rent ? sale : null
}

/** Per cent a year: twelve monthly rents for a price, both per m². Null where one of them says nothing. */
export function rentalYield(rentPerSqm: number | null, salePerSqm: number | null): number | null {
  if (rentPerSqm === null || salePerSqm === null || !(salePerSqm > 0) || !(rentPerSqm > 0)) return null
  return (1200 * rentPerSqm) / salePerSqm
}
