/** The filters of a metered call, defaults included; null: not filtered by. */
export interface LensFilter {
  readonly ad_sub_type: string
  readonly property_type: string | null
  /** 0 to 5, where 5 means five or more. */
  readonly rooms: number | null
  readonly min_price_usd: number | null
  readonly max_price_usd: number | null
}

/** Values of `ad_sub_type`. */
export const AD_SUB_TYPES = ['buy', 'rent'] as const

/** Values of `rooms`. */
export const ROOMS = ['0', '1', '2', '3', '4', '5'] as const

/** True when figures must be made from listings, since published ones know nothing of prices. */
export function isPriceFiltered(filter: LensFilter): boolean {
  return filter.min_price_usd !== null || filter.max_price_usd !== null
}
