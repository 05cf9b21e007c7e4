const HIDDEN = '[token]'
const HIDDEN_BYTES = Buffer.from(HIDDEN)
// A shorter text can occur in an answer by chance.
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
 * Creates a scrubber for a token, and other secrets, of printable ASCII. It knows the spellings in which servers echo a
 * header: in any case, each of its characters escaped or not, for JSON, HTML or a URL, also twice; in hex; and in base64
 * (alone, or within a longer text such as the whole header).
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const scrubbers = secrets.map(scrubberOf)
  return {
    text: (raw) => scrubbers.reduce((rest, { text }) => text(rest), raw),
    bytes: function* (raw) {
      let rest = raw
      for (const { bytes } of scrubbers) rest = yield* bytes(rest)
      return rest
    },
  }
}

function scrubberOf(token: string): Scrubber {
  // Longest first: one spelling may contain another.
  const encoded = encodingsOf(token).filter(({ length }) => length >= SHORTEST_SPELLING)
  const spellings = [...new Set([token, ...encoded])].sort((a, b) => b.length - a.length)
  const escaped = token.length >= SHORTEST_SPELLING ? escapedPattern(token) : null
  const hide = (raw: string) => {
    const text = escaped === null ? raw : raw.replace(escaped, HIDDEN)
    return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, HIDDEN), text)
  }
  const overlap = Math.max(LONGEST_ESCAPE * token.length, ...spellings.map(({ length }) => length)) - 1
  return { text: hide, bytes: (raw) => hideBytes(raw, { spellings, escaped, overlap }) }
}

interface Wanted {
  readonly spellings: readonly string[]
  readonly escaped: RegExp | null
  /** Bytes by which a spelling can reach into the next step. */
  readonly overlap: number
}

function* hideBytes(raw: Buffer, wanted: Wanted): Generator<void, Buffer> {
  const parts: Buffer[] = []
  // Bytes before this one are in the parts, or hidden.
  let kept = 0
  for (let first = 0; first < raw.length; first += SEARCHED_AT_ONCE) {
    if (first > 0) yield
    // Joined in each step: a service could send the token a million times.
    const pieces: Buffer[] = []
    for (const { start, end } of spansIn(raw, first, wanted)) {
      if (start >= kept) pieces.push(raw.subarray(kept, start), HIDDEN_BYTES)
      kept = Math.max(kept, end)
    }
    if (pieces.length > 0) parts.push(Buffer.concat(pieces))
  }
  return kept === 0 ? raw : Buffer.concat([...parts, raw.subarray(kept)])
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Returns where the secret begins within one step, in order; one spelling may lie within another. */
function spansIn(raw: Buffer, first: number, { spellings, escaped, overlap }: Wanted): Span[] {
  // Wider than the step: a spelling may begin in one step and end in the next. All spellings are ASCII.
  const part = raw.subarray(first, first + SEARCHED_AT_ONCE + overlap).toString('latin1')
  const spans: Span[] = []
  const add = (at: number, length: number) => {
    // What begins later is found again in the next step.
    if (at < SEARCHED_AT_ONCE) spans.push({ start: first + at, end: first + at + length })
  }
  for (const { index, 0: found } of escaped === null ? [] : part.matchAll(escaped)) add(index, found.length)
  for (const spelling of spellings) {
    for (let at = part.indexOf(spelling); at >= 0; at = part.indexOf(spelling, at + spelling.length)) {
      add(at, spelling.length)
    }
  }
  return spans.sort((a, b) => a.start - b.start)
}

function encodingsOf(token: string): string[] {
  const bytes = Buffer.from(token)
  const hex = bytes.toString('hex')
  return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((before) => base64Spellings(bytes, before))]
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  '=': 'equals',
  _: 'lowbar',
  '.': 'period',
}

/** Characters of the longest escape that is found across two steps, such as eight backslashes and u0026#x00000041;. */
const LONGEST_ESCAPE = 27

/**
 * Matches a text each of whose characters may be escaped in a way of its own, as JSON writers and URLs escape some. Repeats
 * have no upper bound, because V8 would write the pattern out for each number of them, which takes 60 ms.
 */
function escapedPattern(token: string): RegExp {
  const characters = [...token].map((character) => {
    const code = character.charCodeAt(0)
    const hex = code.toString(16).padStart(2, '0')
    const entity = ENTITIES[character]
    const references = [
      `#(?:0*${code}|x0*${hex})(?:;|(?![0-9a-f]))`,
      ...(entity === undefined ? [] : [`${entity};`]),
    ].join('|')
    // Itself, also after backslashes as in "\/".
    const escaped = String.raw`\\*(?:\x${hex}|u00${hex}|(?:&|u0026)(?:amp;)?(?:${references}))`
    return `(?:${escaped}|%(?:25)*${hex})`
  })
  // A match begins with the first of several backslashes, so that each run of them is gone through once.
  return new RegExp(String.raw`(?<!\\)${characters.join('')}`, 'gi')
}

/** Returns the base64 digits that the token alone determines when `before` other bytes come first. */
function base64Spellings(bytes: Buffer, before: number): string[] {
  const first = Math.ceil((8 * before) / 6)
  const end = Math.floor((8 * (before + bytes.length)) / 6)
  const padded = Buffer.concat([Buffer.alloc(before), bytes])
  return [padded.toString('base64').slice(first, end), padded.toString('base64url').slice(first, end)]
}
