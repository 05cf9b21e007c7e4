import { classOf } from '../../../domain/class-breaks.ts'

/** The number of cells in one part of a class. */
export interface Bin {
  readonly observed: number
  readonly estimated: number
}

/** Bars in each class; a class without any break has no ends between which its values could be told apart. */
const BINS_PER_CLASS = 4

interface Valued {
  readonly value: number
  readonly isEstimated: boolean
}

/**
 * Counts values in `BINS_PER_CLASS` equal parts of each class, class by class. The first and the last class are open:
 * they are drawn as wide as their neighbour, and values beyond fall into their outermost part.
 */
export function histogram(values: readonly Valued[], breaks: readonly number[]): Bin[][] {
  const binsInClass = breaks.length === 0 ? 1 : BINS_PER_CLASS
  const bins = Array.from({ length: breaks.length + 1 }, () =>
    Array.from({ length: binsInClass }, () => ({ observed: 0, estimated: 0 })),
  )
  for (const { value, isEstimated } of values) {
    const index = classOf(value, breaks)
    const [from, to] = classEnds(index, breaks)
    const part = to > from ? Math.floor(((value - from) / (to - from)) * binsInClass) : 0
    const bin = bins[index]?.[Math.min(binsInClass - 1, Math.max(0, part))]
    if (bin) bin[isEstimated ? 'estimated' : 'observed']++
  }
  return bins
}

function classEnds(index: number, breaks: readonly number[]): readonly [number, number] {
  const first = breaks[0] ?? 0
  const last = breaks.at(-1) ?? 0
  if (index === 0) return [first - ((breaks[1] ?? first * 2) - first), first]
  if (index === breaks.length) return [last, last + (last - (breaks.at(-2) ?? 0))]
  return [breaks[index - 1] ?? first, breaks[index] ?? last]
}
