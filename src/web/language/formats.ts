import { speechNow } from './language.ts'

/** Creates each formatter once for each locale and set of options; creating one takes longer than using it. */
function kept<Options, Format>(create: (locale: string, options: Options) => Format): (options: Options) => Format {
  const known = new Map<string, Format>()
  return (options) => {
    const { locale } = speechNow()
    const key = `${locale} ${JSON.stringify(options)}`
    const format = known.get(key) ?? create(locale, options)
    known.set(key, format)
    return format
  }
}

/** How the reader writes numbers, with a minus sign: most formats have a hyphen there, which is shorter than a plus. */
export const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(locale, options)
  return { format: (value: number) => format.format(value).replace('-', '−') }
})

/** What the reader writes between a whole number and its decimals. */
export function decimalMark(): string {
  const parts = new Intl.NumberFormat(speechNow().locale).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** Gives a typed number the reader's decimal mark where it has the other one. Whole thousands, as pasted, stay. */
export function withDecimalMark(typed: string): string {
  const isWhole = /^[1-9]\d{0,2}[.,]\d{3}$/.test(typed)
  return isWhole || !/^[^.,]*[.,][^.,]*$/.test(typed) ? typed : typed.replace(/[.,]/, decimalMark())
}

/**
 * Gives a typed number of any size the reader's decimal mark, and leaves out marks of thousands. A mark that stands once is the
 * decimal one, except in what may be whole thousands: there, a comma or a point means what it means to the reader.
 */
export function withoutGroups(typed: string): string {
  const text = typed.replaceAll(/[\s'’]/g, '')
  const marks: readonly string[] = text.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined || !/^[\d.,]+$/.test(text)) return typed
  const isWhole = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) && last !== decimalMark()
  const isDecimal = marks.indexOf(last) === marks.length - 1 && !isWhole
  const at = isDecimal ? text.lastIndexOf(last) : text.length
  const whole = text.slice(0, at).replaceAll(/[.,]/g, '')
  return isDecimal ? whole + decimalMark() + text.slice(at + 1) : whole
}

/** Leaves out the marks of thousands that the page wrote itself, but none that was typed: "300,000" and a 5 is "3000005". */
export function typedOver(shown: string, text: string): string {
  const most = Math.min(shown.length, text.length)
  let start = 0
  while (start < most && shown[start] === text[start]) start += 1
  let end = 0
  while (end < most - start && shown.at(-1 - end) === text.at(-1 - end)) end += 1
  const plain = (part: string) => [...part].filter((letter) => /\d/.test(letter) || letter === decimalMark()).join('')
  const rest = text.length - end
  return plain(text.slice(0, start)) + text.slice(start, rest) + plain(text.slice(rest))
}

/** How the reader writes dates; in French, the first of a month is `1er`, which `Intl` does not know. */
export const dateFormat = kept((locale, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, options)
  const isFrench = locale.startsWith('fr')
  return {
    format: (at: number | Date) => (isFrench ? withFirst(format.formatToParts(at)) : format.format(at)),
    formatRange: (from: number | Date, to: number | Date) =>
      isFrench ? withFirst(format.formatRangeToParts(from, to)) : format.formatRange(from, to),
  }
})

function withFirst(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('')
}

/** How a month is written. */
export const MONTH = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** Writes a UTC month that no line breaks before its year: `Oct 2026`. */
export function monthWords(at: number): string {
  return dateFormat(MONTH).format(at).replaceAll(' ', '\u00a0')
}

/** The reader's names of countries, currencies and languages. */
export const namesOf = kept((locale, type: Intl.DisplayNamesType) => {
  return new Intl.DisplayNames(locale, { type, fallback: 'none' })
})

/** How the reader sorts names. */
export const collator = kept((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options))

/** Writes the first letter as sentences begin: months are small in Spanish and French. */
export function startOfSentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase(speechNow().locale) + words.slice(1)
}

const lists = kept((locale, type: Intl.ListFormatType) => new Intl.ListFormat(locale, { type }))

/** Joins words as the reader does: `Spain, France and Italy`; with `or` between the last two for a disjunction. */
export function listOf(words: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  return lists(type).format(words)
}

/** Joins words that may have commas in them, with semicolons. */
export function seriesOf(words: readonly string[]): string {
  // French has a narrow space before one.
  return words.join(speechNow().language === 'fr' ? '\u202f; ' : '; ')
}
