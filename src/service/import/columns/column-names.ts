import { AREA_NAMES } from './area-names.ts'
import { DWELLING_NAMES } from './dwelling-names.ts'
import { LISTING_FIELDS, type ListingField, type NamesByField } from './listing-fields.ts'
import { NAMES_BY_LANGUAGE } from './names-by-language.ts'
import { OFFER_NAMES } from './offer-names.ts'
import { PLACE_NAMES } from './place-names.ts'
import { POINT_NAMES } from './point-names.ts'
import { PRICE_NAMES } from './price-names.ts'

const OF_PORTALS: NamesByField = {
  ...PRICE_NAMES,
  ...AREA_NAMES,
  ...DWELLING_NAMES,
  ...OFFER_NAMES,
  ...POINT_NAMES,
  ...PLACE_NAMES,
}

/**
 * Known names of columns by field, best first. Names are compared without case, diacritics, spaces and punctuation, and
 * German umlauts also as ae, oe and ue. A name after a dot (`address.city`) counts by itself. Words may be in another
 * order, and beside filler words (`Data inserimento annuncio`). Names of prices may end with a currency
 * (`price_eur`), and names of areas with a unit (`Size (sq ft)`, `plocha m2`).
 *
 * Sources: the headers of open data and of portals' exports and feeds, named beside them: idealista (idealista18),
 * Fotocasa and Habitaclia (es, ca); Properati, Zonaprop and Mercado Libre (es); VivaReal, ZAP, QuintoAndar and Imovirtual
 * (pt); geo-dvf, SeLoger and Leboncoin (fr); ImmobilienScout24 and OpenImmo (de); Immobiliare.it and OMI (it); Funda and
 * Kadaster (nl); Otodom, Gratka and RCN (pl); Sreality and Bezrealitky (cs); Imobiliare.ro and Storia (ro); Sahibinden
 * and Hepsiemlak (tr); Hemnet and Booli (sv), Finn.no (nb), Boliga (da); Zillow, Redfin, Rightmove, Domain and HM Land
 * Registry (en). Other languages have their own list, without a source each.
 */
export const COLUMN_NAMES: NamesByField = Object.fromEntries(
  LISTING_FIELDS.map((field) => [field, [...OF_PORTALS[field], ...inOtherLanguages(field)]]),
) as unknown as NamesByField

function inOtherLanguages(field: ListingField): string[][] {
  return Object.values(NAMES_BY_LANGUAGE).map((names) => names[field]?.split(',') ?? [])
}
