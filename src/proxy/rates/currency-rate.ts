import type { Cell } from '../../domain/cell.ts'
import type { Figure } from '../../domain/figure.ts'

/** The result of comparing the same cells in two currencies; `cells` have a price in both. */
export type RateFinding =
  /** One rate explains all figures; the true rate differs from it by at most `spread`, a share of `rate`. */
  | { readonly kind: 'constant'; readonly rate: number; readonly spread: number; readonly cells: number }
  | { readonly kind: 'varying'; readonly cells: number }
  /** Too few cells, or rounded too coarsely. */
  | { readonly kind: 'undecided'; readonly cells: number }

type FigureOrNot = Pick<Figure, 'cell' | (typeof MONEY)[number]> | null

const MONEY = ['median_price', 'median_price_per_sqm'] as const

/** The fewest cells with a price in both currencies that prove a rate. */
export const LEAST_CELLS = 5
/** A larger uncertainty of the rate, as a share, would show in the figures. */
const MOST_SPREAD = 0.001
/** Possible error of arithmetic on doubles, as a share of the value. */
const ARITHMETIC = 1e-12
/** Values with this many digits count as not rounded. Further digits are ignored, because 0.1 + 0.2 should have one decimal. */
const SIGNIFICANT = 12
/** Values with more decimals count as not rounded. */
const MOST_DECIMALS = 6

/**
 * Finds the one rate that turns the figures in one currency into those in another, within the rounding of both. Each pair
 * of values allows an interval of rates, and the rate lies where all intervals overlap. Large values, which rounding
 * changes least, narrow it most. Cells without a value on either side are left out.
 */
export function findRate(inBase: readonly FigureOrNot[], inOther: readonly FigureOrNot[]): RateFinding {
  const others = new Map(inOther.flatMap((figure) => (figure === null ? [] : [[figure.cell, figure] as const])))
  const priced = new Set<Cell>()
  let [low, high] = [0, Number.POSITIVE_INFINITY]
  for (const metric of MONEY) {
    const pairs = inBase.flatMap((figure) => pairOf(figure, figure && others.get(figure.cell), metric))
    // When all values of a side were rounded to 0, the size of the rounding is unknown.
    if (pairs.every(({ base }) => base === 0) || pairs.every(({ other }) => other === 0)) continue
    const ofBase = roundingOf(pairs.map(({ base }) => base))
    const ofOther = roundingOf(pairs.map(({ other }) => other))
    for (const { cell, base, other } of pairs) {
      if (base > 0 && other > 0) priced.add(cell)
      const [offBase, offOther] = [roundedBy(base, ofBase), roundedBy(other, ofOther)]
      low = Math.max(low, (other - offOther) / (base + offBase))
      if (base > offBase) high = Math.min(high, (other + offOther) / (base - offBase))
    }
  }
  const cells = priced.size
  if (cells < LEAST_CELLS) return { kind: 'undecided', cells }
  if (low > high) return { kind: 'varying', cells }
  const rate = (low + high) / 2
  const spread = (high - low) / 2 / rate
  return spread <= MOST_SPREAD ? { kind: 'constant', rate, spread, cells } : { kind: 'undecided', cells }
}

interface Pair {
  readonly cell: Cell
  readonly base: number
  readonly other: number
}

function pairOf(figure: FigureOrNot, counterpart: FigureOrNot | undefined, metric: (typeof MONEY)[number]): Pair[] {
  const [base, other] = [figure?.[metric] ?? null, counterpart?.[metric] ?? null]
  if (figure === null || base === null || other === null) return []
  // 0 is 0 at every rate, and a negative value is not a price.
  return Math.min(base, other) < 0 || Math.max(base, other) === 0 ? [] : [{ cell: figure.cell, base, other }]
}

/** How the values of one side were rounded, as far as they show: to multiples of `step`, and to `digits` significant digits. */
interface Rounding {
  readonly step: number
  readonly digits: number
}

function roundingOf(values: readonly number[]): Rounding {
  return { step: stepOf(values), digits: values.reduce((most, value) => Math.max(most, digitsOf(value)), 0) }
}

/** Returns how far rounding may have moved a value. */
function roundedBy(value: number, { step, digits }: Rounding): number {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(value) + ARITHMETIC)
  const lastDigit = digits < SIGNIFICANT && value > 0 ? 10 ** (magnitude - digits + 1) : 0
  return Math.max(step, lastDigit) / 2 + value * ARITHMETIC
}

/** Returns the number of a value's significant digits. */
function digitsOf(value: number): number {
  const [mantissa = ''] = Number(value.toPrecision(SIGNIFICANT)).toExponential().split('e')
  return mantissa.replace('.', '').length
}

/** Returns the largest step that all values are multiples of, which they may have been rounded to; 0 when not rounded. */
function stepOf(values: readonly number[]): number {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)
  if (decimals > MOST_DECIMALS) return 0
  const scale = 10 ** decimals
  return values.reduce((step, value) => greatestDivisor(step, Math.round(value * scale)), 0) / scale
}

function decimalsOf(value: number): number {
  const text = String(Number(value.toPrecision(SIGNIFICANT)))
  return text.includes('e-') ? Number.POSITIVE_INFINITY : (text.split('.')[1]?.length ?? 0)
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
