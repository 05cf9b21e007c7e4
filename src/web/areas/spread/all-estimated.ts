import type { AreaFigures } from './area-cells.ts'

/** True where every figure of an area is pooled with its neighbours, so that what is made from them is an estimate, too. */
export function isAllEstimated({ observed, estimated }: Pick<AreaFigures, 'observed' | 'estimated'>): boolean {
  return observed.length === 0 && estimated.length > 0
}

/** Marks the words of a figure as those of an estimated hexagon are. */
export function markEstimate(words: string, isEstimate: boolean): string {
  return isEstimate ? `≈ ${words}` : words
}
