import type { Records } from '../../domain/figure.ts'
import { stateLabel } from '../figures/state-words.ts'
import { againstWords, windowText } from '../figures/window-words.ts'
import { seriesOf, startOfSentence } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import type { EarlierWindow } from '../metric/use-earlier-edition.ts'
import { formatCount, formatHexagons } from '../ui/words/format.ts'
import type { ViewCells } from '../view/view-cells.ts'

/** Returns what a view holds: `942 hexagons in view: 334 with figures, 12 of them estimated; no figure: 608. Oct 2026, one month.` */
export function viewWords(
  { counts, edition }: Pick<ViewCells, 'counts' | 'edition'>,
  since: EarlierWindow | null,
  records: Records,
): string {
  const { sea, observed, estimated, ...others } = counts
  const rest = (Object.keys(others) as (keyof typeof others)[]).filter((state) => others[state] > 0)
  const all = observed + estimated + rest.reduce((sum, state) => sum + others[state], 0)
  if (all === 0) return sea > 0 ? t('Only sea in view.') : ''
  const figures = formatCount(observed + estimated)
  const parts = [
    estimated > 0
      ? t('{figures} with figures, {estimated, number} of them estimated', { figures, estimated })
      : t('{figures} with figures', { figures }),
    ...rest.map((state) =>
      t('{state}: {count}', { state: stateLabel(state, records), count: formatCount(others[state]) }),
    ),
  ]
  const sentence = t('{hexagons} in view: {parts}.', { hexagons: formatHexagons(all), parts: seriesOf(parts) })
  if (!edition || observed + estimated === 0) return sentence
  const window = startOfSentence(windowText(edition))
  return `${sentence} ${since ? `${window} ${againstWords(since)}` : window}.`
}
