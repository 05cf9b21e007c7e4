import { STATE_LABELS } from '../figures/state-words.ts'
import { windowText } from '../figures/window-words.ts'
import { countOf, formatCount } from '../ui/format.ts'
import type { ViewCells } from '../view/view-cells.ts'

/** Returns what a view holds: `942 hexagons in view: 334 with figures, of them 12 estimated; 608 without. Oct 2026, one month.` */
export function viewWords({ counts, edition }: Pick<ViewCells, 'counts' | 'edition'>): string {
  const { sea, observed, estimated, ...others } = counts
  const rest = (Object.keys(others) as (keyof typeof others)[]).filter((state) => others[state] > 0)
  const all = observed + estimated + rest.reduce((sum, state) => sum + others[state], 0)
  if (all === 0) return sea > 0 ? 'Only sea in view.' : ''
  const figures = `${formatCount(observed + estimated)} with figures`
  const pooled = estimated > 0 ? `, ${formatCount(estimated)} of them estimated` : ''
  const without = rest.map((state) => `; ${formatCount(others[state])} ${STATE_LABELS[state].toLowerCase()}`).join('')
  const window = edition && observed + estimated > 0 ? ` ${windowText(edition)}.` : ''
  return `${countOf(all, 'hexagon')} in view: ${figures}${pooled}${without}.${window}`
}
