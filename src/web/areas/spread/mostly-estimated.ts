import type { AreaFigures } from './area-cells.ts'

/** True where more figures of an area are pooled with their neighbours than not, so that what is made from all is an estimate, too. */
export function isMostlyEstimated({ observed, estimated }: Pick<AreaFigures, 'observed' | 'estimated'>): boolean {
  return estimated.length > observed.length
}

/** Marks the words of a figure as those of an estimated hexagon are. */
export function markEstimate(words: string, isEstimate: boolean): string {
  return isEstimate ? `≈ ${words}` : words
}
