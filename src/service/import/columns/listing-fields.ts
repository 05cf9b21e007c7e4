/** The fields of a listing that a column can provide; the keys of the command line's `--map`. */
export const LISTING_FIELDS = [
  'price',
  'rent',
  'price_period',
  'currency',
  'area',
  'area_sqft',
  'area_unit',
  'rooms',
  'lat',
  'lng',
  'point',
  'date',
  'year',
  'month',
  'day',
  'ad_sub_type',
  'is_rent',
  'property_type',
  'country',
  'region',
  'province',
  'city',
  'macrozone',
  'microzone',
  'is_studio',
  'is_duplex',
  'is_penthouse',
] as const
export type ListingField = (typeof LISTING_FIELDS)[number]

/** Known names of columns by field, best first; the groups keep names together that a language or a source shares. */
export type NamesByField = Readonly<Record<ListingField, readonly (readonly string[])[]>>
