/** The scale of a column's prices, spelled as a cell would write it after a number. */
export type PriceScale = 'k' | '万' | 'lakh' | 'mln' | 'cr' | '千万' | '億' | 'bn'

const CURRENCY = String.raw`(?:€|\$|£|₺|₹|euros?|eur|usd|gbp|chf|kr|sek|nok|dkk|pln|zł|czk|kč|huf|ft|ron|lei|tl|try|rs|inr|brl|mxn|ars|aud|cad)`
const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}\p{N}])`
const word = (words: string) => new RegExp(`${START}(?:${words})\\.?${END}`, 'iu')
/** A letter before a currency, as in k€, TEUR and MSEK: only the letter is the scale. */
const letter = (letters: string) => new RegExp(`${START}(?:${letters})\\s?(?=${CURRENCY}${END})`, 'iu')

/** How names of columns and rows of units say it. */
const SCALES: readonly (readonly [scale: PriceScale, said: RegExp])[] = [
  ['千万', /千万|千萬|천만/u],
  ['mln', /百万|百萬|백만|(?<!\d)1([., ’'])?000(?:\1)000(?!\d)/u],
  ['億', /[億亿억]/u],
  ['万', /[万萬만]/u],
  ['k', /[千仟천](?=[円元원])/u],
  ['k', /(?<![\d.,])(?:[x×]\s?)?['’´`]?000['’]?s?(?!\d|[.,' ]\d)/u],
  ['k', /(?<!\d)(?:[x×]\s?)?1[., ’']?000(?!\d|[.,' ]\d)/u],
  ['k', word('thousands?|tsd|tausend|tys|tis|miles|milers|milhares|milliers|migliaia|duizend|tusen|tusind|mii|тыс|k')],
  ['k', letter('k|t|bin')],
  ['k', /(?<!\p{L})e\s?(?=ft(?!\p{L}))/iu],
  [
    'mln',
    word('mio|mill|millions?|millones|milhões|milioni|millionen|milionów|milyon|millió|miljoner|mln|mm|млн|juta|triệu'),
  ],
  ['mln', letter('mm?')],
  // $M, HK$ m, USD m.
  ['mln', /(?<=[$€£]|(?<!\p{L})(?:usd|eur|gbp|aud|nzd|cad|hkd|sgd|chf))\s?mm?(?![\p{L}\p{N}])/iu],
  ['mln', /\(m\)/i],
  ['lakh', word('lakhs?|lacs?')],
  ['cr', word('crores?|crs?')],
  ['bn', word('bn|billions?|mrd|mld|miliar|milyar|miliardy?|tỷ')],
]
/** A thousand in the languages of the Iberian peninsula, a million in others; in Mexico, MN is a currency. */
const IBERIAN = /prec|preç|preu|prezo|valor|importe|renta|monto/i
const IBERIAN_THOUSAND = word('mil')
const MILLION_ELSEWHERE = word('mn|mil')

/** The scale in the name of a column of prices, such as "Price (k€)" and "cena [tys. zł]", and the name without it. */
export function priceScaleIn(name: string): { readonly scale: PriceScale | null; readonly rest: string } {
  const plain = name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
  const own: (typeof SCALES)[number] = IBERIAN.test(plain) ? ['k', IBERIAN_THOUSAND] : ['mln', MILLION_ELSEWHERE]
  const found = [...SCALES, own].find(([, said]) => said.test(plain))
  if (!found) return { scale: null, rest: name }
  const [scale, said] = found
  const rest = plain
    .replace(said, ' ')
    .replace(/\(\s*(?:in|en|em|w|v)?\s*/i, '(')
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/(?<!\s)\s+(?:in|en|em|w|v|of|de)\s*$/i, '')
    .trim()
  return { scale, rest }
}
