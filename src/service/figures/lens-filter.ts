/** The filters of a metered call, including defaults; null means no filter. */
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

/** Whether figures must be computed from listings, because published figures have no price ranges. */
export function isPriceFiltered(filter: LensFilter): boolean {
  return filter.min_price_usd !== null || filter.max_price_usd !== null
}
