// Letters that Unicode does not decompose into a plain letter and a mark.
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ə: 'e',
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

// Apostrophes are part of a word, and so is the dot in Catalan "Vil·la".
const WITHIN_WORDS = /['’ʼ`´·‧]/g

/**
 * Folds a name for comparison: removes case, diacritics and punctuation, spells out compatibility forms (ﬁ, full-width
 * letters), and separates words by one space.
 */
export function foldName(name: string): string {
  return (
    name
      .replace(WITHIN_WORDS, '')
      // Before lower case, because some compatibility forms become capitals.
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
      .replace(WITHIN_WORDS, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}
