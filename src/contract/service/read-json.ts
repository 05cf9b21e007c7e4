/** A line before JSON that keeps other sites from running it as a script. */
const GUARD = /^\s*(?:\)\]\}'?,?|while\s*\(1\);?|for\s*\(;;\);?)/
/** A number that JSON does not have, as Python and JavaScript write it. */
const NO_NUMBER = /-?\b(?:NaN|Infinity|nan|inf)\b/
/** What decides whether such a number is one, or stands in a text: one mark at a time, so that no text is too long. */
const MARK = new RegExp(`\\\\[^]?|"|${NO_NUMBER.source}`, 'g')

/** No answer needs more levels. Each one takes memory while it is open: 32 MB of brackets would take a gigabyte and a half. */
const DEEPEST = 1_000
/** In bytes. Shorter bodies cannot take much, so their depth is not counted. */
const LONG = 256 * 1024

/**
 * Reads a body in UTF-8 as JSON; throws for anything else, and for a long body that is nested deeply. What is not a number
 * becomes null, and a guard before the JSON is skipped: an answer has been paid for.
 */
export function readJson(body: Uint8Array): unknown {
  if (body.length > LONG && isDeep(body))
    throw new SyntaxError(`expected JSON of at most ${DEEPEST} levels, found more`)
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch (error) {
    const bare = text.replace(GUARD, '')
    if (bare.length === text.length && !NO_NUMBER.test(bare)) throw error
    return JSON.parse(withoutOddNumbers(bare))
  }
}

function withoutOddNumbers(text: string): string {
  let isInText = false
  return text.replaceAll(MARK, (mark) => {
    if (mark === '"') isInText = !isInText
    return isInText || mark === '"' || mark.startsWith('\\') ? mark : 'null'
  })
}

function isDeep(body: Uint8Array): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (isInText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEEPEST) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  return false
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = new TextEncoder().encode('"\\[]{}')
