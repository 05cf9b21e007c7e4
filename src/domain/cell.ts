import { cellToChildren, cellToParent, isValidCell } from 'h3-js'

/** An H3 cell in canonical form: 15 lower-case hexadecimal digits. Made only by `parseCell` and the functions here. */
export type Cell = string & { readonly __brand: 'Cell' }

/** A resolution at which the service has figures. */
export type Resolution = 4 | 5 | 6 | 7 | 8

/** Every such resolution, coarse to fine. Source: interface section 1. */
export const RESOLUTIONS: readonly Resolution[] = [4, 5, 6, 7, 8]

/** Average area of a cell in km². Source: interface section 1, with H3's own decimals. */
export const CELL_AREA_KM2: Readonly<Record<Resolution, number>> = {
  4: 1770.348,
  5: 252.904,
  6: 36.129,
  7: 5.161,
  8: 0.737,
}

/** True for 4, 5, 6, 7 and 8. */
export function isResolution(value: number): value is Resolution {
  return Number.isInteger(value) && value >= 4 && value <= 8
}

/**
 * Parses a cell in canonical (hexadecimal) or decimal spelling; null when the text is not an H3 cell.
 * Decimal ids have 18 or 19 digits and canonical ones 15, so the two cannot be confused. Decimal ids are never
 * converted to a number, which would lose digits.
 */
export function parseCell(raw: string): Cell | null {
  const canonical = CANONICAL.test(raw) ? raw : respell(raw)
  return canonical !== null && isValidCell(canonical) ? (canonical as Cell) : null
}

/** Reads a cell of a resolution that figures exist at; null for anything else. */
export function parseFigureCell(raw: string): Cell | null {
  const cell = parseCell(raw)
  return cell !== null && isResolution(cellResolution(cell)) ? cell : null
}

const CANONICAL = /^[0-9a-f]{15}$/

/** The canonical spelling of a decimal id, or of an id with capitals, surrounding blanks, a leading 0 or 0x. */
function respell(raw: string): string | null {
  const text = raw.trim().toLowerCase()
  // Ids of 64 bits have 16 digits, of which the first is 0.
  const digits = /^(?:0x|0x0|0)([0-9a-f]{15})$/.exec(text)?.[1] ?? text
  const canonical = /^\d{16,20}$/.test(digits) ? BigInt(digits).toString(16) : digits
  return CANONICAL.test(canonical) ? canonical : null
}

/** Brands a cell that h3-js returned; everything else goes through `parseCell`. */
export function trustCell(fromH3: string): Cell {
  return fromH3 as Cell
}

/** The decimal spelling, which the service's rows use. */
export function cellToDecimal(cell: Cell): string {
  return cellToBigInt(cell).toString()
}

/** The 64-bit id; it fits a signed 64-bit integer. */
export function cellToBigInt(cell: Cell): bigint {
  return BigInt(`0x${cell}`)
}

/** The cell of a 64-bit id that one of our own stores returned. */
export function cellFromBigInt(id: bigint): Cell {
  return id.toString(16) as Cell
}

/** The resolution that the cell's id encodes, 0 to 15. */
export function cellResolution(cell: Cell): number {
  // The id's second digit holds it; h3-js would decode the whole id.
  return HEX_DIGITS.indexOf(cell.charAt(1))
}

const HEX_DIGITS = '0123456789abcdef'

/** The ancestor at a resolution not finer than the cell's own. */
export function cellParent(cell: Cell, resolution: number): Cell {
  return cellToParent(cell, resolution) as Cell
}

/** A cell at another resolution: itself, its descendants, or the one ancestor, which reaches beyond it. */
export function cellAtResolution(cell: Cell, resolution: number): Cell[] {
  return resolution <= cellResolution(cell)
    ? [cellParent(cell, resolution)]
    : (cellToChildren(cell, resolution) as Cell[])
}

/** First and last id of the descendants at a finer resolution, whose ids are one contiguous range. */
export function descendantRange(parent: Cell, resolution: number): readonly [first: bigint, last: bigint] {
  const from = cellResolution(parent)
  const id = cellToBigInt(parent)
  // Bits 52-55 hold the resolution; each resolution below 15 leaves one more 3-bit digit unused (all ones).
  const base = (id & ~(0xfn << 52n)) | (BigInt(resolution) << 52n)
  const digits = BigInt(3 * (15 - resolution))
  const free = BigInt(3 * (15 - from))
  const varying = ((1n << free) - 1n) & ~((1n << digits) - 1n)
  const first = base & ~varying
  // The largest digit is 6, so the last descendant has 6 in every digit between the two resolutions.
  let last = first
  for (let r = from + 1; r <= resolution; r++) last |= 6n << BigInt(3 * (15 - r))
  return [first, last]
}
