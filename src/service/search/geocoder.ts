/** A town or other settlement that a geocoder found outside the place tree. */
export interface Town {
  readonly name: string
  /** Lower-case alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lng: number
}

/** Finds names that are not in the place tree. */
export interface Geocoder {
  /** The best place for a name, in `country` (lower-case alpha-2) if given; null when there is none. */
  find(query: string, country: string | null): Promise<Town | null>
  close(): void
}

export type GeocoderKind = 'photon' | 'nominatim'

/** The address of an operator's geocoder. The path `api` (Photon) or `search` (Nominatim) is added to `url`. */
export interface GeocoderAddress {
  readonly kind: GeocoderKind
  readonly url: string
}
