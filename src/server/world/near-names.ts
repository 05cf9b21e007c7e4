import type { SortedNames } from './world-sections.ts'

export interface NearName {
  /** Position in the sorted names. */
  readonly position: number
  readonly slips: number
}

/** Longer names are compared only up to this length. */
const LONGEST = 96

/**
 * The names within `most` typing errors of the text (letters omitted, inserted, replaced, or two
 * neighbours swapped). Goes through the sorted names that begin with one of the text's first two letters, since people
 * rarely get both wrong; rows of the table for a common beginning are kept, and names with a hopeless beginning are
 * skipped together.
 */
export function nearNames(names: SortedNames, text: string, most: number): NearName[] {
  const typed = Buffer.from(text)
  const found: NearName[] = []
  // No name is as long: comparing all of them would find none.
  if (typed.length > LONGEST + most) return found
  for (const letter of new Set([typed[0] ?? 0, typed[1] ?? 0])) {
    const range = [firstFrom(names, letter), firstFrom(names, letter + 1)] as const
    scan(names, typed, most, range, found)
  }
  return found
}

interface Table {
  /** Row d holds the errors after d letters of the name. */
  readonly table: Uint8Array
  readonly width: number
  readonly most: number
}

function scan(
  { bytes, starts }: SortedNames,
  typed: Buffer,
  most: number,
  [from, to]: readonly [number, number],
  found: NearName[],
): void {
  const width = typed.length + 1
  const table = new Uint8Array((LONGEST + 1) * width)
  for (let j = 0; j < width; j++) table[j] = Math.min(j, most + 1)
  let kept = 0
  let before = 0
  for (let position = from; position < to; ) {
    const start = starts[position] ?? 0
    const length = Math.min((starts[position + 1] ?? 0) - start, LONGEST)
    let depth = 0
    while (depth < kept && depth < length && bytes[start + depth] === bytes[before + depth]) depth++
    let hopeless = false
    while (depth < length && !hopeless) {
      depth++
      hopeless = fillRow({ table, width, most }, depth, bytes, start, typed) > most
    }
    kept = depth
    before = start
    if (hopeless) {
      position = endOfPrefix(bytes, starts, position, to, depth)
      continue
    }
    const isAsLong = Math.abs(length - typed.length) <= most
    const slips = isAsLong ? at(table, length * width + typed.length) : most + 1
    if (slips <= most) found.push({ position, slips })
    position++
  }
}

/**
 * Fills row `depth` where at most `most` errors are possible, which is beside the diagonal; returns the least number of
 * errors that any text with this beginning has.
 */
function fillRow({ table, width, most }: Table, depth: number, bytes: Buffer, start: number, typed: Buffer): number {
  const [row, last, beforeLast] = [depth * width, (depth - 1) * width, (depth - 2) * width]
  const letter = bytes[start + depth - 1]
  const [first, end] = [Math.max(1, depth - most), Math.min(width - 1, depth + most)]
  let least = first === 1 ? depth : most + 1
  table[row + first - 1] = least
  for (let j = first; j <= end; j++) {
    const cost = letter === typed[j - 1] ? 0 : 1
    let slips = Math.min(at(table, last + j - 1) + cost, at(table, last + j) + 1, at(table, row + j - 1) + 1)
    const swapped = depth > 1 && j > 1 && letter === typed[j - 2] && bytes[start + depth - 2] === typed[j - 1]
    if (swapped) slips = Math.min(slips, at(table, beforeLast + j - 2) + 1)
    table[row + j] = slips
    // A swap of the next two letters can still undo one error of the row before.
    least = Math.min(least, slips, at(table, last + j - 1) + 1)
  }
  if (end + 1 < width) table[row + end + 1] = most + 1
  return least
}

function at(table: Uint8Array, index: number): number {
  return table[index] as number
}

/** The first position after all names that share their first `depth` bytes with the one at `position`. */
function endOfPrefix(bytes: Buffer, starts: Uint32Array, position: number, to: number, depth: number): number {
  const start = starts[position] ?? 0
  const shares = (other: number) => {
    const there = starts[other] ?? 0
    if ((starts[other + 1] ?? 0) - there < depth) return false
    // Differences are mostly at the end. Comparing here costs less than a call of Buffer.compare.
    for (let i = depth - 1; i >= 0; i--) if (bytes[start + i] !== bytes[there + i]) return false
    return true
  }
  let step = 1
  let low = position
  while (low + step < to && shares(low + step)) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (shares(middle)) low = middle
    else high = middle
  }
  return high
}

/** The first name whose first byte is not below `byte`. */
function firstFrom({ bytes, starts, count }: SortedNames, byte: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bytes[starts[middle] ?? 0] ?? 0) < byte) low = middle + 1
    else high = middle
  }
  return low
}
