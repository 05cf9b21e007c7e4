const HIDDEN = '[token]'
// A shorter text may stand in an answer by chance.
const SHORTEST_SPELLING = 12

/** Removes a secret from what is passed on. */
export interface Scrubber {
  text(raw: string): string
  /** Returns the same buffer when it does not contain the secret. */
  bytes(raw: Buffer): Buffer
}

/**
 * Creates a scrubber for a token of printable ASCII. It knows the spellings in which servers echo a header: as it is or
 * in one case, percent-encoded, escaped for JSON or HTML, in hex, and in base64 (alone, or within a longer text such as
 * the whole header).
 */
export function createScrubber(token: string): Scrubber {
  // Longest first: one spelling may contain another.
  const others = spellingsOf(token).filter(({ length }) => length >= SHORTEST_SPELLING)
  const spellings = [...new Set([token, ...others])].sort((a, b) => b.length - a.length)
  const hide = (raw: string) => spellings.reduce((text, spelling) => text.replaceAll(spelling, HIDDEN), raw)
  return {
    text: hide,
    bytes: (raw) =>
      spellings.some((spelling) => raw.includes(spelling)) ? Buffer.from(hide(raw.toString('latin1')), 'latin1') : raw,
  }
}

function spellingsOf(token: string): string[] {
  const bytes = Buffer.from(token)
  const hex = bytes.toString('hex')
  const escaped = [
    encodeURIComponent(token),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    JSON.stringify(token).slice(1, -1),
    ...htmlSpellings(token),
  ]
  const inBothCases = [token, hex, ...escaped].flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
  return [...inBothCases, ...[0, 1, 2].flatMap((before) => base64Spellings(bytes, before))]
}

function htmlSpellings(token: string): string[] {
  const named: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  const escaped = token.replaceAll(/[&<>"']/g, (char) => named[char] ?? char)
  return [escaped, escaped.replaceAll('&#39;', '&#x27;'), escaped.replaceAll('&#39;', '&apos;')]
}

/** Returns the base64 digits that the token alone determines when `before` other bytes come first. */
function base64Spellings(bytes: Buffer, before: number): string[] {
  const first = Math.ceil((8 * before) / 6)
  const end = Math.floor((8 * (before + bytes.length)) / 6)
  const padded = Buffer.concat([Buffer.alloc(before), bytes])
  return [padded.toString('base64').slice(first, end), padded.toString('base64url').slice(first, end)]
}
