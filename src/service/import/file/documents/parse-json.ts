/** A string, which stays as it is, or a number that JSON does not have. */
const STRING_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/** The value of a JSON text, in which numbers that are none (NaN, Infinity), as Python writes them, are null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(STRING_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null')))
  }
}
