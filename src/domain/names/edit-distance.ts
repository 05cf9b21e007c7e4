// Rows of the table, reused because a search makes thousands of calls.
let rows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const

/**
 * The number of typing errors between two words: letters omitted, inserted, replaced, or two neighbours swapped
 * (optimal string alignment distance of Damerau and Levenshtein, over UTF-16 units). With `anyEnding`, `word` is
 * compared with the best-fitting beginning of `other`.
 */
export function editDistance(word: string, other: string, anyEnding = false): number {
  const width = other.length + 1
  if (width > rows[0].length) rows = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)]
  let [beforeLast, last, row] = rows
  for (let j = 0; j < width; j++) last[j] = j
  for (let i = 1; i <= word.length; i++) {
    const letter = word.charCodeAt(i - 1)
    row[0] = i
    for (let j = 1; j < width; j++) {
      const same = letter === other.charCodeAt(j - 1)
      let least = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1)
      const swapped =
        i > 1 && j > 1 && letter === other.charCodeAt(j - 2) && word.charCodeAt(i - 2) === other.charCodeAt(j - 1)
      if (swapped) least = Math.min(least, at(beforeLast, j - 2) + 1)
      row[j] = least
    }
    const free = beforeLast
    beforeLast = last
    last = row
    row = free
  }
  let distance = at(last, width - 1)
  if (anyEnding) for (let j = 0; j < width; j++) distance = Math.min(distance, at(last, j))
  return distance
}

function at(row: Uint16Array, index: number): number {
  return row[index] as number
}
