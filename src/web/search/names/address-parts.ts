/** The words at the end of an address that may name a place and where it lies: "gracia barcelona", "sagrada familia barcelona". */
const LAST_WORDS = [2, 3]
/** The end of words that the next one completes to a street's name: Passeig de Gràcia is not in Gràcia. */
const JOINING = /(?:^| )(?:de|do|du|del|della|di|des|da|dels|of|van|von)(?: (?:la|las|los|el|els|les|l|the|den|der))?$/i

/**
 * The parts of an address that may name a place and where it lies, likeliest first: all of it without numbers, what follows a
 * comma, and its last words. None for a text of fewer than three words.
 */
export function partsOfAddress(typed: string): string[] {
  const words = wordsOf(typed)
  const named = words.filter(isName)
  if (words.length < 3) return []
  const behindComma = wordsOf(typed.slice(typed.indexOf(',') + 1)).filter(isName)
  const lastWords = LAST_WORDS.filter((count) => {
    const [before, first] = [named.slice(0, -count), named.at(-count)]
    return before.length > 0 && !JOINING.test(before.join(' ')) && !JOINING.test(first ?? '')
  }).map((count) => named.slice(-count))
  const parts = [...(typed.includes(',') ? [behindComma] : []), ...lastWords]
  const shorter = parts.filter((part) => part.length > 1 && part.length < named.length)
  const whole = named.length < words.length && named.length > 1 ? [named] : []
  return [...new Set([...whole, ...shorter].map((part) => part.join(' ')))]
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function isName(word: string): boolean {
  return !/\d/.test(word)
}
