/** Marks that change the direction of writing, and blanks without a width, which come along when a text is copied. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Letters as wide as Chinese ones, which some keyboards type. */
const WIDE = /[！-～]/g
const WIDE_TO_PLAIN = 0xfee0
/** Digits in Arabic and Persian, from zero on. */
const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']
const OTHER_DIGIT = new RegExp(`[${DIGITS.join('')}]`, 'g')
const MARKS: Readonly<Record<string, string>> = { '٫': '.', '،': ',', '、': ',' }

/**
 * Returns a text with the digits and marks of other keyboards as plain ones, without blanks and full stops around it: points are
 * written so in every language.
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
