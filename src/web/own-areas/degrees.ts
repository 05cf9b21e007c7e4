/** Degrees with minutes, seconds and a direction, which stands before or behind them. */
const DEGREES =
  /^([NSEW])?\s*(\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['’′])?\s*(?:(\d+(?:\.\d+)?)\s*(?:["”″]|''))?\s*([NSEW])?$/i

/** An outline or a description is longer. */
const LENGTH_MAX = 100

/** The patterns would divide a run of spaces between their parts in every way: 400 of them took ten seconds. */
function withSingleSpaces(cell: string): string {
  return cell.trim().replaceAll(/\s+/g, ' ')
}

/** Reads degrees with a decimal point or comma; NaN for anything else. */
export function degreesOf(cell = ''): number {
  const text = withSingleSpaces(cell).replaceAll(',', '.').replace(/^−/, '-')
  if (text === '') return Number.NaN
  const isShort = text.length <= LENGTH_MAX
  const [, before, degrees, minutes = '0', seconds = '0', behind] = (isShort && DEGREES.exec(text)) || []
  if (degrees === undefined) return Number(text)
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return /[SW]/i.test(before ?? behind ?? '') ? -size : size
}

/** Whole numbers would be anything; degrees have decimals or their mark. */
const ANGLE = String.raw`[NSEW]?\s*[-+−]?\d{1,3}(?:[.,]\d+|\s*°)[^,;|/()\sNSEW]*(?:\s+[\d.]+['’′"”″]+)*\s*[NSEW]?`
const PAIR = new RegExp(String.raw`^\(?\s*(${ANGLE})(?:\s*[,;|/]\s*|\s+)(${ANGLE})\s*\)?$`, 'i')

/** Two coordinates in one text. */
export interface Pair {
  readonly values: readonly [number, number]
  /** Null where no letter says it. */
  readonly isLngFirst: boolean | null
}

/** Reads `41.40, -3.70`, `(41,40; -3,70)` or `41°24'N 3°42'W`; null for anything else. */
export function pairOf(text: string): Pair | null {
  if (text.length > LENGTH_MAX) return null
  const [, first, second] = PAIR.exec(withSingleSpaces(text)) ?? []
  const values = [degreesOf(first), degreesOf(second)] as const
  const [least, most] = values.map(Math.abs).toSorted((a, b) => a - b)
  if (first === undefined || !((least ?? 0) <= 90 && (most ?? 0) <= 180)) return null
  const isLngFirst = /[EW]/i.test(first) ? true : /[NS]/i.test(first) ? false : null
  return { values, isLngFirst }
}
