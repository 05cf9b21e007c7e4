import { foldName } from '../../../domain/names/fold-name.ts'
import { AREA_UNITS, SQUARE_FOOT } from './area-units.ts'
import { COLUMN_NAMES } from './column-names.ts'
import { LISTING_FIELDS, type ListingField } from './listing-fields.ts'
import { priceScaleIn } from './price-scale.ts'
import { isEasting, splitSystem } from './system-names.ts'

/** Names that are remembered: those of the widest files, and their parts. */
const MOST_NAMES = 10_000

/** A function of a name that remembers what it returned, because every field asks for every name, several times. */
function remembered<T>(work: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (known.size >= MOST_NAMES) known.clear()
    const result = work(name)
    known.set(name, result)
    return result
  }
}

const foldOnce = remembered((name) => foldName(name.replace(LETTERED_SIGN_END, '')).replaceAll(' ', ''))

/** A column name without case, diacritics, spaces and punctuation. */
export function foldColumn(name: string): string {
  return foldOnce(name)
}

/** A sign with letters after a price's name, as in "Valor (R$)". */
const LETTERED_SIGN_END = /(?<![\s([])[\s([]+(?:[A-Z]{1,3}\$|U\$S|\$US)[)\]\s]*$/

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** The folded names of each field with their ranks, best first. Each name belongs to the first field that lists it. */
const RANKS = ranksByField()

function ranksByField(): ReadonlyMap<ListingField, ReadonlyMap<string, number>> {
  const taken = new Set<string>()
  return new Map(
    LISTING_FIELDS.map((field) => {
      const ranks = new Map<string, number>()
      for (const name of COLUMN_NAMES[field].flat()) {
        for (const spelling of [name, name.replace(/[äöüøå]/g, (letter) => `${UMLAUTS[letter]}`)]) {
          const folded = foldColumn(spelling)
          if (!taken.has(folded)) ranks.set(folded, ranks.size)
          taken.add(folded)
        }
      }
      return [field, ranks] as const
    }),
  )
}

/** Ends of price columns, and the currency that they state. */
const CURRENCY_ENDS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'EUR USD GBP CHF PLN CZK RON TRY BRL ARS MXN CLP COP PEN UYU HUF SEK NOK DKK BGN CAD AUD NZD JPY CNY INR ZAR AED ILS'
      .concat(
        ' KRW TWD HKD SGD THB VND IDR MYR RUB UAH RSD GEL KZT SAR QAR KWD EGP MAD PHP PKR LKR BDT NPR KES TZS UGX NGN GHS XOF XAF ISK',
      )
      .split(' ')
      .map((code) => [code, code] as const),
    ...Object.entries({ euro: 'EUR', euros: 'EUR', zł: 'PLN', kč: 'CZK', lei: 'RON', tl: 'TRY', kr: 'KR' }),
    // As in R$: the sign is not a letter.
    ...Object.entries({ reais: 'BRL', рубли: 'RUB', руб: 'RUB', грн: 'UAH', лв: 'BGN', ευρώ: 'EUR', forint: 'HUF' }),
    ...Object.entries({
      円: 'JPY',
      元: '元',
      원: 'KRW',
      บาท: 'THB',
      đồng: 'VND',
      rupiah: 'IDR',
      rp: 'IDR',
      rm: 'MYR',
      درهم: 'AED',
      ريال: 'SAR',
    }),
  ].map(([end, currency]) => [foldColumn(end), currency]),
)
const CURRENCY_END = new RegExp(`^(.+?)(?:in|en|em|w|v)?(${Object.keys(CURRENCY_ENDS).join('|')})$`)
const CURRENCY_START = new RegExp(`^(${Object.keys(CURRENCY_ENDS).join('|')})(.+)$`)
const SIGN = String.raw`(?:(?<!\p{L})[A-Z]{1,3}\$|U\$S|\$US|[$€£₺₹₽¥₩₫₦₪₱₴₽฿円元])`
const SIGN_END = new RegExp(`(${SIGN})[\\s)\\]]*$`, 'u')
const SIGN_START = new RegExp(`^[\\s([]*(${SIGN})[\\s)\\]]*\\p{L}`, 'u')
const METRE_END = endOf(
  'm2,m,sqm,sqmeters,sqmetres,mq,qm,mp,kvm,nm,metrekare,м2,квм,τμ,平米,平方米,平方公尺,ตรม,ตารางเมตร,מר,במר,م2',
)
const FOOT_END = endOf('sqft,ft2,squarefeet,sqfeet,sf,呎,平方呎')
/** Acres, hectares, 坪 and the like: not square metres or square feet, which have fields of their own. */
const OTHER_UNIT_END = endOf(
  AREA_UNITS.flatMap(([unit, squareMetres]) =>
    ['1', SQUARE_FOOT].includes(squareMetres) || unit === 'a' ? [] : [unit],
  ).join(),
)

/** Ares, in brackets or after "in": elsewhere, many names end in an a. */
const ARES_END = /(?:[[(]|\bin\s)\s*a\s*[\])]?$/i

/** These units as the macro `unit_word` writes them, by their folded names: folding takes letters apart (평) and marks off (ไร่). */
const UNIT_OF_NAME = new Map(AREA_UNITS.toReversed().map(([unit]) => [foldColumn(unit), unit]))

/** A name with one of some units after it. */
function endOf(units: string): RegExp {
  const folded = units
    .split(',')
    .map(foldColumn)
    .filter((unit) => unit !== '')
  return new RegExp(`^(.+?)(?:in)?(${folded.join('|')})$`)
}

/** Whether a sign is that of several currencies. */
export function isAmbiguousSign(sign: string): boolean {
  return ['$', '¥', '元', 'KR'].includes(sign)
}

/** Whether a column's name ends in square feet, whatever comes before. */
export function isSquareFeet(name: string): boolean {
  return FOOT_END.test(foldColumn(name))
}

/** The unit in the name of a column of areas that is neither square metres nor square feet: "Area (acres)", 坪數. */
export function areaUnitOfColumn(name: string): string | null {
  const folded = foldColumn(name)
  if (rankAs('area', folded) !== null) return /[坪평]/.exec(name.normalize('NFC'))?.[0] ?? null
  if (ARES_END.test(name.trim())) return 'a'
  const [, before, unit] = OTHER_UNIT_END.exec(folded) ?? []
  return before !== undefined && unit !== undefined && rankAs('area', before) !== null
    ? (UNIT_OF_NAME.get(unit) ?? unit)
    : null
}

/** Whether a column's name ends in square metres, whatever comes before. */
export function isSquareMetres(name: string): boolean {
  return /(?:m2|sqm|mq|qm|kvm|mp|metrekare|met(?:er|re)s?|metros[a-z]*|metri[a-z]*)$/.test(foldColumn(name))
}

/** What a price is for, after its currency: €/Monat, EUR/m², £ pw. */
const OF_EACH_END =
  /\s?(?:(?:\/|\b(?:per|pro|par|por|al)\b)\s?(?:m2|m²|mq|qm|sqm|sq\.? ?ft|sqft|ft2|ft²|month|mth|mo|monat|mois|mes|mese|maand|mies|mc|year|yr|jahr|an|año|anno|jaar|week|wk|woche|semaine|semana|settimana|月|年)|(?:\b(?:pw|pcm|pa|p\.a)))\.?(?=[)\]）]?$)/iu

/**
 * The currency at the end or the beginning of a price column's name, as a word or a sign; null when it has none. If there
 * are two, as in "Price EUR/USD", returns both, because nothing says which one the prices are in.
 */
export function currencyOfColumn(named: string): string | null {
  const name = priceScaleIn(named).rest.replace(OF_EACH_END, '')
  const sign = SIGN_END.exec(name)?.[1] ?? SIGN_START.exec(name)?.[1]
  if (sign !== undefined) return sign
  const folded = foldColumn(name)
  const [, before, end] = CURRENCY_END.exec(folded) ?? []
  const [, start, after] = CURRENCY_START.exec(folded) ?? []
  const [, , other] = (before !== undefined && CURRENCY_END.exec(before)) || []
  if (end !== undefined && other !== undefined && other !== end) return `${CURRENCY_ENDS[other]}/${CURRENCY_ENDS[end]}`
  if (before !== undefined && end !== undefined && isAmount(before)) return CURRENCY_ENDS[end] ?? null
  if (after !== undefined && start !== undefined && isAmount(after)) return CURRENCY_ENDS[start] ?? null
  return null
}

function isAmount(folded: string): boolean {
  return (rankAs('price', folded) ?? rankAs('rent', folded)) !== null
}

/** Words of column names that say nothing by themselves: articles, counts, "approximately", systems of coordinates. */
const FILLERS = new Set(
  (
    'a al am an d da das de del dei della den der des di do dos du el en i in la las le les los o of od på the von w ze ' +
    'n nb nbr nbre no nr num numar number numero nombre count pocet liczba ilosc anzahl aantal sayisi ' +
    'approx aprox ca cca circa ok name nazwa ' +
    'map coord coordinate coordinates coords decimal geo geogr geograficzna gps koordinate wgs wgs84 84'
  ).split(' '),
)
/** Words for the advertisement or the home itself; with a word for "type", they say what it is a type of. */
const SUBJECTS = new Set(
  (
    'ad ads advert annonce annuncio anunci anuncio anunt anuntului anzeige bien dne dnia gun home ilan immobile immobilie imovel ' +
    'inmueble inserat inserats inzerat inzeratu listing listings nabidky nemovitosti nieruchomosci obj objekt oferta oferty ' +
    'offer ogloszenia ogloszenie premiere property'
  ).split(' '),
)
const TYPE_FIELDS: ReadonlySet<ListingField> = new Set(['property_type', 'ad_sub_type'])

/** A column name's words in a fixed order, without those that say nothing; '' if none are left. */
function wordsOf(name: string, fillers: readonly ReadonlySet<string>[]): string {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(^|\s)[dl]['’]/gi, '$1')
  return foldName(words)
    .split(' ')
    .filter((word) => fillers.every((set) => !set.has(word)))
    .sort()
    .join(' ')
}

/** The known names by their words; the first field that lists a name has it. */
const WORD_RANKS = [wordRanks([FILLERS]), wordRanks([FILLERS, SUBJECTS])] as const

function wordRanks(
  fillers: readonly ReadonlySet<string>[],
): ReadonlyMap<string, { field: ListingField; rank: number }> {
  const ranks = new Map<string, { field: ListingField; rank: number }>()
  for (const field of LISTING_FIELDS) {
    if (fillers.includes(SUBJECTS) && TYPE_FIELDS.has(field)) continue
    for (const [rank, name] of COLUMN_NAMES[field].flat().entries()) {
      const words = wordsOf(name, fillers)
      if (words.length > 1 && !ranks.has(words)) ranks.set(words, { field, rank })
    }
  }
  return ranks
}

/** "Created by", whose values are people. */
const SOMEBODY = / (?:by|von|door|par|por|da|przez|av|af)$/
const NUMBERS: ReadonlySet<ListingField> = new Set(['price', 'rent', 'area', 'area_sqft', 'lat', 'lng'])
/** "Area name", whose values are places. */
const A_NAME = /\b(?:name|nazwa)\b/

/** The rank of a name that has the words of a known one and others that say nothing, behind that name. */
function rankByWords(field: ListingField, name: string): number | null {
  if (field === 'date' && SOMEBODY.test(foldName(name))) return null
  if (NUMBERS.has(field) && A_NAME.test(foldName(name))) return null
  const [plain, withoutSubjects] = WORD_RANKS
  const found = plain.get(wordsOf(name, [FILLERS])) ?? withoutSubjects.get(wordsOf(name, [FILLERS, SUBJECTS]))
  return found?.field === field ? found.rank + 0.75 : null
}

/** Names within an object that do not say what it is. */
const GENERAL_ENDS: ReadonlySet<string> = new Set([
  'value',
  'mainvalue',
  'amount',
  'text',
  'raw',
  'display',
  'number',
  'name',
  'label',
])

/** Objects within a listing that are not the home, so that their prices, areas and positions are not the home's. */
const OTHER_THINGS = new Set(
  (
    'agent agents agency agencies broker brokers office offices branch seller vendor contact contacts advertiser advertisers ' +
    'publisher owner landlord user author account company developer builder brand agencia anunciante inmobiliaria ' +
    'imobiliaria agence annonceur contacto makler anbieter agenzia inserzionista makelaar kantoor agencja biuro ' +
    'school schools station stations nearest nearby poi pois transit transport amenity amenities viewport bounds northeast ' +
    'southwest land lot plot parcel garden terrace balcony patio yard garage garages parking basement ' +
    'cellar attic storage pool kitchen bathroom heating terreno parcela terrain jardin balcon terraza garaje grundstuck ' +
    'garten stellplatz keller giardino terrazzo tuin perceel dzialka pozemek previous old original former last min max ' +
    'minimum maximum deposit fee fees charge charges cost costs tax taxes mortgage loan estimate estimated valuation ' +
    'reduction discount change changes history similar recommended'
  ).split(' '),
)

/** Whether a name in an object is that of another thing than the home: `agent.lat`, `lot.area`, `previousPrice.amount`. */
function isOfOtherThing(field: ListingField, outer: readonly string[]): boolean {
  if (field === 'country' && outer.some((part) => rankAs('area', foldColumn(part)) !== null)) return true
  // The type of a geometry is Point.
  if (field === 'property_type' && outer.some((part) => rankAs('point', foldColumn(part)) !== null)) return true
  return outer.some((part) =>
    wordsOf(part, [])
      .split(' ')
      .some((word) => OTHER_THINGS.has(word)),
  )
}

function rankAs(field: ListingField, folded: string): number | null {
  return RANKS.get(field)?.get(folded) ?? null
}

/** Prices of a unit of area, such as "$/SQUARE FEET" and "€/m²", which are not areas. */
const UNIT_PRICE = /[$€£₺]|\/\s*(?:m2|m²|mq|qm|kvm|sq|ft)|(?:^|\W)(?:per|por|par|pro|al|za)\W+(?:m2|m²|mq|qm|kvm|sq)/i

/** A coordinate within objects as crawlers write it in CSV: latLong/latitude. (Slashes in other names are those of units.) */
const POINT_IN_PATH = /^\w{3,}(?:\/\w+)*\/(?:lat|lng|lon|long|latitude|longitude)$/i

const ranksOf = remembered((_: string) => new Map<ListingField, number | null>())

/** How good a column's name is for a field, 0 for the best; null when it is not one of the field's names. */
export function rankOf(field: ListingField, name: string): number | null {
  const known = ranksOf(name)
  const before = known.get(field)
  if (before !== undefined) return before
  const rank = findRank(field, name)
  known.set(field, rank)
  return rank
}

function findRank(field: ListingField, name: string): number | null {
  if (POINTS.has(field) && POINT_IN_PATH.test(name)) return rankOf(field, name.replaceAll('/', '.'))
  if ((field === 'area' || field === 'area_sqft') && UNIT_PRICE.test(name)) return null
  const parts = name.split('.')
  // `size.value` is a size.
  const inner = parts.length > 1 && GENERAL_ENDS.has(foldColumn(parts.at(-1) ?? '')) ? -2 : -1
  const kept = isOfOtherThing(field, parts.slice(0, inner)) ? [] : [foldColumn(parts.at(inner) ?? '')]
  // `details.area.unit` is a unit of areas, and `price.period` not a period of time.
  const pair = kept.length > 0 && parts.length > 2 ? [foldColumn(parts.slice(-2).join(' '))] : []
  for (const folded of [foldColumn(name), ...pair, ...kept]) {
    const rank = rankAs(field, folded) ?? rankWithEnd(field, folded)
    if (rank !== null) return rank
    if (parts.length > 1 && LISTING_FIELDS.some((other) => rankAs(other, folded) !== null)) return null
  }
  const isKnown = LISTING_FIELDS.some((other) => rankAs(other, foldColumn(name)) !== null)
  return isKnown ? null : (rankByWords(field, name) ?? rankWithoutScale(field, name) ?? rankWithoutMonth(field, name))
}

/** The end of a price's name that says "by the month": Kaltmiete (€/Monat), price_pcm, 賃料（円/月）. */
const BY_MONTH_END =
  /(?:\s?[/／]\s?(?:month|mth|mo|monat|mois|mes|mês|mese|maand|mies|mc|月)|[\s_]+(?:per|pro|par|por|al)[\s_]+(?:month|monat|mois|mes|mês|mese|maand)|[\s_(（]+p\.?c\.?m)\.?(?=[)\]）]?$)/iu
const BEHIND_RENTS = COLUMN_NAMES.rent.flat().length

/** The rank of a rent's name without its month, a quarter of a step behind; a price by the month is a rent, too. */
function rankWithoutMonth(field: ListingField, name: string): number | null {
  if (field !== 'rent' || !BY_MONTH_END.test(name)) return null
  const rest = name.replace(BY_MONTH_END, '')
  const price = rankOf('price', rest)
  const rank = rankOf('rent', rest) ?? (price === null ? null : BEHIND_RENTS + price)
  return rank === null ? null : rank + 0.25
}

/** The rank of a price's name without thousands or millions, a quarter of a step behind. */
function rankWithoutScale(field: ListingField, name: string): number | null {
  if (field !== 'price' && field !== 'rent') return null
  const { scale, rest } = priceScaleIn(name)
  const rank = scale === null ? null : rankOf(field, rest)
  return rank === null ? null : rank + 0.25
}

const POINTS: ReadonlySet<ListingField> = new Set(['lat', 'lng', 'point'])

/** The rank of a coordinate's name without its system, such as `x_3857`: degrees before metres, and none for a grid. */
function rankWithSystem(field: ListingField, folded: string): number | null {
  const named = splitSystem(folded)
  const rank = named === null || named.system === 'grid' ? null : rankAs(field, named.rest)
  return rank === null ? null : rank + (named?.system === 'degrees' ? 0.25 : 0.5)
}

/** Whether a column's name says that the longitude comes first in its cells. */
export function isLongitudeFirst(name: string): boolean {
  return /(?:lon|lng|long|longitude)lat(?:itude)?$/.test(foldColumn(name))
}

/** Whether a column's name says that its numbers are ten-millionths of a degree: latitudeE7. */
export function isInTenMillionths(name: string): boolean {
  return /^(?:lat|lng|lon|long|latitude|longitude)e7$/.test(foldColumn(name.split('.').at(-1) ?? ''))
}

/** Whether a column's name says that its coordinates are metres of Web Mercator. */
export function isWebMercator(name: string): boolean {
  return isPointIn('web-mercator', name)
}

/** Whether a column's name says that its coordinates are metres of a grid, which cannot be read. */
export function isOfGrid(name: string): boolean {
  return isEasting(foldColumn(name)) || isPointIn('grid', name)
}

function isPointIn(system: 'web-mercator' | 'grid', name: string): boolean {
  const named = splitSystem(foldColumn(name.split('.').at(-1) ?? ''))
  return named?.system === system && [...POINTS].some((field) => rankAs(field, named.rest) !== null)
}

/** The rank of a name without its unit, half a step behind the same name without one. */
function rankWithEnd(field: ListingField, folded: string): number | null {
  const known = [...RANKS.values()].some((ranks) => ranks.has(folded))
  if (known) return null
  if (POINTS.has(field)) return rankWithSystem(field, folded)
  if (field === 'price' || field === 'rent') {
    const after = CURRENCY_START.exec(folded)?.[2]
    const ranked = after === undefined ? null : rankAs(field, after)
    if (ranked !== null) return ranked + 0.5
  }
  const ends = { price: [CURRENCY_END], rent: [CURRENCY_END], area: [METRE_END, OTHER_UNIT_END], area_sqft: [FOOT_END] }
  for (const end of ends[field as keyof typeof ends] ?? []) {
    const before = end.exec(folded)?.[1]
    const rank = before === undefined ? null : rankAs(field === 'area_sqft' ? 'area' : field, before)
    if (rank !== null) return rank + 0.5
  }
  return null
}
