/** A town, or another settled place, that a geocoder knows beside the place tree. */
export interface Town {
  readonly name: string
  /** Lower-case alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lng: number
}

/** Finds where a name is that the place tree misses. */
export interface Geocoder {
  /** The place that a name means, in a country (lower-case alpha-2) where one is given; null when none does. */
  find(query: string, country: string | null): Promise<Town | null>
  close(): void
}

export type GeocoderKind = 'photon' | 'nominatim'

/** Where an operator's geocoder is. `url` is what its paths `api` (Photon) or `search` (Nominatim) are added to. */
export interface GeocoderAddress {
  readonly kind: GeocoderKind
  readonly url: string
}
