import { foldName } from '../../../domain/names/fold-name.ts'
import { CURRENCY_WORDS } from './currency-words.ts'
import { monthWords } from './month-words.ts'
import { meaningOf } from './word-meanings.ts'

/** Rows of a file that are looked at. */
export const SAMPLE = 5000
/** More different words than this are not those of a type or an offer. */
const MOST_WORDS = 50
/** A column with at least this share of its filled cells as values of a field is that field's. */
export const KNOWN = 0.95

const DAY = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}(?:[-/]|\. ?)\d{1,2}(?:[-/]|\. ?)(?:\d{4}|\d{2})`
const NAMED_DAY = String.raw`\d{1,2}(?:\.|st|nd|rd|th)?[ -](?:de |d’|d')?\p{L}{3,}\.?,?[ -](?:de |del )?\d{4}|\p{L}{3,}\.?[ -]\d{1,2},?[ -]\d{4}`
const STAMP = String.raw`(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T\d+Z?`
const MONTH = String.raw`(?:19|20)\d\d-(?:0[1-9]|1[0-2])`
const QUARTER = String.raw`(?:(?:[QT]|[Qq]uarter )[1-4]|[1-4](?:[QT]|(?:st|nd|rd|th) [Qq]uarter)),?(?: of)?[ /-]?(?:19|20)\d\d|(?:19|20)\d\d(?:[ /-]?[QT]|年第?|,? [Qq]uarter )[1-4](?:四半期|季度)?`
const WEEK = String.raw`KW ?(?:0?[1-9]|[1-4]\d|5[0-3])[/ ](?:19|20)\d\d|(?:19|20)\d\d-?W(?:0[1-9]|[1-4]\d|5[0-3])(?:-?[1-7])?`
/** From 2001 to 2033; hardly anything else is such a number. */
const MILLISECONDS = /^1\d{12}$/
const DATE = new RegExp(`^(?:(?:${DAY})(?:[T ,].*)?|${NAMED_DAY}|${STAMP}|${MONTH}|${QUARTER}|${WEEK})$`, 'u')

/** Whether a text is a month and a year: Jan 2026, Sept. 2026, but not Block 2019. */
function isNamedMonth(text: string): boolean {
  const [, word] = /^(\p{L}{3,})\.?[ -](?:19|20)\d\d$/u.exec(text) ?? []
  names ??= new Set(monthWords().map(([name]) => name))
  return word !== undefined && names.has(foldName(word))
}

let names: ReadonlySet<string> | null = null

/** Whether a text is a day only as milliseconds, which a number of something else can be, too. */
export function isMilliseconds(text: string): boolean {
  return MILLISECONDS.test(text)
}

/** A text in a column, and in how many of the rows looked at. */
export interface Value {
  readonly text: string
  readonly rows: number
}

/** Reads the different values of a column. */
export type ValuesOf = (column: number) => Promise<readonly Value[]>

/** Whether a text is a value of a field, and how many different ones a column of it has at most. */
export interface Recogniser {
  readonly isValue: (text: string) => boolean
  readonly mostDifferent: number
  /** Whether a value means something else as easily, so that it shows nothing without others. */
  readonly isWeak?: (text: string) => boolean
}

/** Rooms as words: T2, T1 duplex, 3+kk, 2+1, studio. Plain numbers can be anything. */
const ROOMS = /^(?:[TFV] ?\d\+?\d?(?: \p{L}+)?|\d ?\+ ?(?:kk|\d))$/iu
/** Degrees with as many decimals as positions have; numbers of other kinds hardly have them. */
const DEGREES = /^-?\d{1,3}[.,]\d{4,}$/

/** Signs, and codes that no column has for another reason: not ALL and TOP, nor FR and RS, which are countries. */
const CURRENCY =
  /^(?:\W*\p{Sc}|EUR|USD|GBP|CHF|PLN|CZK|RON|HUF|BGN|SEK|NOK|DKK|ISK|RUB|UAH|TRY|ILS|AED|SAR|QAR|EGP|ZAR|NGN|KES|INR|PKR|CNY|JPY|KRW|HKD|TWD|SGD|MYR|THB|IDR|PHP|VND|AUD|NZD|CAD|MXN|BRL|ARS|CLP|COP|PEN|UYU|MAD|EUROS?|KČ|ZŁ|(?:US|U|A|C|R|S|HK|NT|NZ|MX)\$|U\$S)$/u
const CURRENCIES: ReadonlySet<string> = new Set(CURRENCY_WORDS.map(([word]) => word))

export type RecognisedField =
  | 'price_period'
  | 'currency'
  | 'ad_sub_type'
  | 'property_type'
  | 'date'
  | 'rooms'
  | 'lat'
  | 'lng'
  | 'point'

/** Both coordinates: 48.8566, 2.3522, POINT (2.35 48.85), an address with (48.8566, 2.3522) and {'latitude': 48.85, …}. */
const POINT =
  /(?:^|\()\s*-?\d{1,3}\.\d{2,}\s*[,; ]\s*-?\d{1,3}\.\d{2,}\s*\)?\s*$|^(?:SRID=4326;)?POINT ?\(|^\{.*["']?lat(?:itude)?["']?\s*:.*["']?(?:lng|lon)/is

/** By the week, monthly, pcm, p.a., and what stands beside it for other prices: in total, per m². */
const PERIOD =
  /^(?:total|total price|ps[fm]|(?:(?:€|\$|£|[a-z]{3}|euros?) ?\/|\/|per|por|pro|par|al|za) ?(?:m2|m²|mq|qm|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft2|ft²))$|^(?:\/|p\.?|per|por|pro|par|al?)? ?(?:hours?|hourly|hur|wee|mon|ann|days?|daily|nights?|nightly|weeks?|wks?|weekly|pw|p\.w|p\/w|pppw|fortnight(?:ly)?|quarter(?:ly)?|(?:calendar )?months?|monthly|pcm|p\.c\.m|pm|p\.m|p\/m|mth|years?|yrs?|yearly|annum|annual|annually|pa|p\.?a|dia|día|diario|noche|semana|semanal|mes|mensual(?:es)?|mensal|mês|mese|mensil[ei]|settimana|settimanal[ei]|anno|annuale|maand|maandelijks|jaar|jaarlijks|año|anual|ano|jour|nuit|semaine|mois|mensuel|an|annuel|tag|nacht|woche|wöchentlich|monat|monatlich|jahr|jährlich)\.?$/i

/** Recognises a field by the values of a column. */
export const RECOGNISED: Readonly<Record<RecognisedField, Recogniser>> = {
  price_period: {
    isValue: (text: string) => PERIOD.test(text.replaceAll('_', ' ')),
    mostDifferent: MOST_WORDS,
    // Pennsylvania, Pará and Palermo; Ancona; Saint-Pierre.
    isWeak: (text: string) => /^(?:PA|AN|PM)$/.test(text),
  },
  currency: { isValue: isCurrency, mostDifferent: MOST_WORDS },
  ad_sub_type: { isValue: (text: string) => isWord('ad_sub_type', text), mostDifferent: MOST_WORDS },
  property_type: { isValue: (text: string) => isWord('property_type', text), mostDifferent: MOST_WORDS },
  date: {
    isValue: (text: string) => DATE.test(text) || isNamedMonth(text) || isMilliseconds(text),
    mostDifferent: SAMPLE,
  },
  rooms: { isValue: (text: string) => ROOMS.test(text) || /^studio$/i.test(text), mostDifferent: MOST_WORDS },
  // Where the two are exchanged, the points are put right as a whole.
  lat: { isValue: (text: string) => isDegrees(text, 90), mostDifferent: SAMPLE },
  lng: { isValue: (text: string) => isDegrees(text, 180), mostDifferent: SAMPLE },
  point: { isValue: (text: string) => POINT.test(text), mostDifferent: SAMPLE },
}

function isCurrency(text: string): boolean {
  return CURRENCY.test(text.toUpperCase()) && isCurrencyWord(text)
}

/** Whether a text means a currency in a column of currencies; elsewhere, some are other words, too. */
export function isCurrencyWord(text: string): boolean {
  return CURRENCIES.has(text.toUpperCase())
}

function isDegrees(text: string, most: number): boolean {
  return DEGREES.test(text) && Math.abs(Number(text.replace(',', '.'))) <= most
}

function isWord(field: 'ad_sub_type' | 'property_type', text: string): boolean {
  // Codes of a letter or two mean something else in every file, and a list of objects, such as a price's history, says
  // what was, or what other homes are.
  // "90 m² / 3 rooms" is an area and a number of rooms.
  const isArea = /\d\s*(?:m2|m²|㎡|sq|кв)/i.test(text)
  return text.length > 2 && !isArea && !/^\s*(?:\[\s*)?\{/.test(text) && meaningOf(field, text) !== null
}

/** The share of the filled cells that are values of a field; 0 when no cell is filled. */
export function knownShare(values: readonly Value[], { isValue }: Pick<Recogniser, 'isValue'>): number {
  const filled = values.reduce((sum, value) => sum + value.rows, 0)
  const known = values.filter(({ text }) => isValue(text)).reduce((sum, value) => sum + value.rows, 0)
  return filled === 0 ? 0 : known / filled
}
