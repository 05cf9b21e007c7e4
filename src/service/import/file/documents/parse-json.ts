/** A string, which stays as it is, or one of these numbers. */
const STRING_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/** Parses JSON; NaN and Infinity, which Python writes and JSON does not have, become null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(STRING_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null')))
  }
}
