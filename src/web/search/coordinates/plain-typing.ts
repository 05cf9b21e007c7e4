/** Marks of writing direction and spaces without width, which are copied along with a text. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Full-width letters, which some keyboards type. */
const WIDE = /[！-～]/g
const WIDE_TO_PLAIN = 0xfee0
/** Digits in Arabic and Persian, from zero on. */
const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']
const OTHER_DIGIT = new RegExp(`[${DIGITS.join('')}]`, 'g')
const MARKS: Readonly<Record<string, string>> = { '٫': '.', '،': ',', '、': ',' }

/**
 * Returns a text with plain digits, letters and marks, without invisible marks, spaces around it or punctuation at its end.
 * Coordinates are typed and copied in all these forms.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(WIDE, (letter) => String.fromCharCode(letter.charCodeAt(0) - WIDE_TO_PLAIN))
    .replaceAll(OTHER_DIGIT, (digit) => String(DIGITS.map((digits) => digits.indexOf(digit)).find((at) => at >= 0)))
    .replaceAll(/[٫،、]/g, (mark) => MARKS[mark] ?? mark)
    .trim()
    .replace(/[.,;]$/, '')
}
