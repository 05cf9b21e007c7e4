const HIDDEN = '[token]'
const HIDDEN_BYTES = Buffer.from(HIDDEN)
// A shorter text may stand in an answer by chance.
const SHORTEST_SPELLING = 12

/** Bytes that are searched in one step, which takes a few milliseconds. */
const SEARCHED_AT_ONCE = 131_072

/** Removes a secret from what is passed on. */
export interface Scrubber {
  text(raw: string): string
  /** Returns, in steps, the bytes without the secret: the same buffer when it does not contain it. */
  bytes(raw: Buffer): Generator<void, Buffer>
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
  const inBytes = spellings.map((spelling) => Buffer.from(spelling))
  return { text: hide, bytes: (raw) => hideBytes(raw, inBytes) }
}

function* hideBytes(raw: Buffer, spellings: readonly Buffer[]): Generator<void, Buffer> {
  const overlap = Math.max(...spellings.map(({ length }) => length)) - 1
  const hits: Span[] = []
  for (let first = 0; first < raw.length; first += SEARCHED_AT_ONCE) {
    if (first > 0) yield
    // Wider than the step: a spelling may begin in one step and end in the next.
    const part = raw.subarray(first, first + SEARCHED_AT_ONCE + overlap)
    for (const spelling of spellings) {
      for (let at = part.indexOf(spelling); at >= 0; at = part.indexOf(spelling, at + spelling.length)) {
        hits.push({ start: first + at, end: first + at + spelling.length })
      }
    }
  }
  if (hits.length === 0) return raw
  const parts: Buffer[] = []
  let kept = 0
  for (const { start, end } of joined(hits)) {
    parts.push(raw.subarray(kept, start), HIDDEN_BYTES)
    kept = end
  }
  return Buffer.concat([...parts, raw.subarray(kept)])
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Joins spans that overlap, such as one spelling within another. */
function joined(spans: Span[]): Span[] {
  const apart: Span[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1)
    if (last !== undefined && span.start < last.end) {
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    } else apart.push(span)
  }
  return apart
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
