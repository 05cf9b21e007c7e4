/** A line before JSON that keeps other sites from running it as a script. */
const GUARD = /^\s*(?:\)\]\}'?,?|while\s*\(1\);?|for\s*\(;;\);?)/
/** A number that JSON does not have, as Python and JavaScript write it. */
const NO_NUMBER = /-?\b(?:NaN|Infinity|nan|inf)\b/
/**
 * Text, which stays, or such a number. A text that is cut off ends with the body: otherwise each of its quotation marks
 * would be tried as the beginning of another, which takes hours in a long body.
 */
const TEXT_OR_NO_NUMBER = new RegExp(`"[^"\\\\]*(?:\\\\[^]?[^"\\\\]*)*(?:"|$)|${NO_NUMBER.source}`, 'g')

/**
 * Reads a body in UTF-8 as JSON; throws for anything else. What is not a number becomes null, and a guard before the JSON is
 * skipped: an answer has been paid for.
 */
export function readJson(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch (error) {
    const bare = text.replace(GUARD, '')
    if (bare.length === text.length && !NO_NUMBER.test(bare)) throw error
    return JSON.parse(bare.replaceAll(TEXT_OR_NO_NUMBER, (part) => (part.startsWith('"') ? part : 'null')))
  }
}
