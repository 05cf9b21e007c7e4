// Letters that Unicode does not take apart into a plain letter and a mark.
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

// Apostrophes stand within a word, and so does the dot of Catalan "Vil·la".
const WITHIN_WORDS = /['’ʼ`´·‧]/g

/**
 * A name as it is compared: without case, diacritics and punctuation, compatibility forms (ﬁ, full-width letters)
 * spelled out, words set apart by one space.
 */
export function foldName(name: string): string {
  return (
    name
      .replace(WITHIN_WORDS, '')
      // Before the case is folded, since some compatibility forms spell out as capitals.
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
      .replace(WITHIN_WORDS, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}
