/** A line before JSON that keeps other sites from running it as a script. */
const GUARD = /^\s*(?:\)\]\}'?,?|while\s*\(1\);?|for\s*\(;;\);?)/
/** Text, which stays, or a number that JSON does not have, as Python and JavaScript write it. */
const TEXT_OR_NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity|nan|inf)\b/g

/**
 * Reads a body in UTF-8 as JSON; throws for anything else. What is not a number becomes null, and a guard before the JSON is
 * skipped: an answer has been paid for.
 */
export function readJson(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch (error) {
    const mended = text
      .replace(GUARD, '')
      .replaceAll(TEXT_OR_NO_NUMBER, (part) => (part.startsWith('"') ? part : 'null'))
    if (mended === text) throw error
    return JSON.parse(mended)
  }
}
