/** The fields of a listing that a column can provide; the keys of the command line's `--map`. */
export const LISTING_FIELDS = [
  'price',
  'currency',
  'area',
  'area_sqft',
  'rooms',
  'lat',
  'lng',
  'date',
  'ad_sub_type',
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

/**
 * Column names by field, best first, folded by `foldColumn`. Each name belongs to one field. The order decides which of
 * several floor areas, dates or room counts is used.
 */
const KNOWN_NAMES: Readonly<Record<ListingField, string>> = {
  price:
    'price askingprice saleprice listprice soldprice priceeur priceusd amount rent monthlyrent precio preco prix preis kaufpreis prezzo prijs pris',
  currency: 'currency currencycode pricecurrency moneda moeda devise waehrung valuta',
  area: 'constructedarea buildingarea floorarea livingarea builtarea usablearea totalarea area aream2 areasqm size sizem2 sizesqm sqm m2 squaremeters squaremetres surface surfacereellebati superficie superficieconstruida supconstruida metroscuadrados areautil areatotal areaconstruida wohnflaeche flaeche superficiem2 oppervlakte',
  area_sqft: 'areasqft sqft sizesqft squarefeet squarefootage livingareasqft floorareasqft',
  rooms:
    'roomnumber bedrooms bedroom beds numbedrooms numberofbedrooms rooms roomcount bedroom2 numrooms dormitorios habitaciones recamaras dormitorio quartos dormitorios2 chambres nombrepiecesprincipales pieces zimmer camere',
  lat: 'latitude lat lattitude latitud breitengrad y',
  lng: 'longitude lng lon long longtitude longitud laengengrad x',
  date: 'listedon listingdate listdate dateposted publisheddate publicationdate publishedat createdon createdat period date saledate transactiondate datemutation fecha fechapublicacion datum data datapublicacao',
  ad_sub_type:
    'adsubtype negotiationtype operation operationtype offertype listingtype adtype dealtype transactiontype saleorrent operacion tipooperacion negociacao tipodenegociacao',
  property_type:
    'propertytype type hometype housetype buildingtype typology propertysubtype tipologia tipo tipopropiedad tipoimovel typelocal typedebien objektart',
  country: 'country countrycode pais land pays',
  region: 'region regionname state statename comunidad comunidadautonoma estado bundesland regione',
  province: 'province county provincia departement department',
  city: 'city town municipality municipio ciudad cidade localidad ville commune stadt ort comune',
  macrozone: 'macrozone district borough councilarea distrito arrondissement bezirk stadtbezirk',
  microzone: 'microzone neighbourhood neighborhood suburb quarter barrio bairro quartier stadtteil ortsteil zona',
  is_studio: 'isstudio studio',
  is_duplex: 'isduplex duplex',
  is_penthouse: 'ispenthouse penthouse',
}

/** Where each field comes from: a column of the file, by index from 0, or one value for all rows. */
export type ColumnPlan = Partial<Record<ListingField, { column: number } | { constant: string }>>

/** A column name without case, diacritics, spaces and punctuation. */
function foldColumn(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+|[^\p{L}\p{N}]+/gu, '')
}

/** The columns with a known name of a field, best first. */
function candidates(field: ListingField, folded: readonly string[]): number[] {
  return KNOWN_NAMES[field]
    .split(' ')
    .map((name) => folded.indexOf(name))
    .filter((index) => index >= 0)
}

/** The columns of which only some can be used, because several have known names of one field. */
export function rivalColumns(header: readonly string[]): number[] {
  const folded = header.map(foldColumn)
  return LISTING_FIELDS.map((field) => candidates(field, folded))
    .filter(({ length }) => length > 1)
    .flat()
}

/** A column with fewer than this share of the cells of a rival's is not worth its better name. */
const FILLED_ENOUGH = 0.1

/**
 * Finds the columns of a file by name, the best name first among those that are filled; `filled` has how many cells of
 * each rival column are. `map` takes precedence over the known names: `{price: 'PRICE'}` names a column,
 * `{currency: '=EUR'}` sets one value for all rows. Throws on an unknown field or column.
 */
export function planColumns(
  header: readonly string[],
  map: Readonly<Record<string, string>>,
  filled: ReadonlyMap<number, number> = new Map(),
): ColumnPlan {
  const plan: ColumnPlan = {}
  const folded = header.map(foldColumn)
  const taken = new Set<number>()
  for (const [field, source] of Object.entries(map)) {
    if (!isListingField(field))
      throw new Error(`expected one of the fields ${LISTING_FIELDS.join(', ')}; found "${field}"`)
    const given = source.startsWith('=')
      ? { constant: source.slice(1) }
      : { column: findColumn(header, folded, source) }
    plan[field] = given
    if ('column' in given) taken.add(given.column)
  }
  for (const field of LISTING_FIELDS) {
    if (plan[field]) continue
    const free = candidates(field, folded).filter((index) => !taken.has(index))
    const most = Math.max(...free.map((index) => filled.get(index) ?? 0))
    const column = free.find((index) => (filled.get(index) ?? 0) >= FILLED_ENOUGH * most)
    if (column !== undefined) plan[field] = { column }
  }
  return plan
}

function isListingField(text: string): text is ListingField {
  return (LISTING_FIELDS as readonly string[]).includes(text)
}

function findColumn(header: readonly string[], folded: readonly string[], name: string): number {
  const exact = header.indexOf(name)
  const column = exact >= 0 ? exact : folded.indexOf(foldColumn(name))
  if (column < 0) throw new Error(`expected one of the columns ${header.join(', ')}; found "${name}"`)
  return column
}
