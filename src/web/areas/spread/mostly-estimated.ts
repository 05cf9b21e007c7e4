import type { AreaFigures } from './area-figures.ts'

/**
 * True when more than half of an area's figures are pooled with their neighbours, so that a figure made from all of them is
 * an estimate, too.
 */
export function isMostlyEstimated({ observed, estimated }: Pick<AreaFigures, 'observed' | 'estimated'>): boolean {
  return estimated.length > observed.length
}

/** Marks the words of a figure as those of an estimated hexagon are. */
export function markEstimate(words: string, isEstimate: boolean): string {
  return isEstimate ? `≈ ${words}` : words
}
