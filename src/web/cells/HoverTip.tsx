import type { Ref } from 'react'
import { cellResolution, isResolution } from '../../domain/cell.ts'
import type { Records } from '../../domain/figure.ts'
import { formatFigure } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { windowText } from '../figures/window-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { startOfSentence } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { usePage } from '../state/store.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { cellPlaceName } from '../ui/words/place-name.ts'
import { useEditionName } from '../view/view-cells.ts'
import styles from './HoverTip.module.css'
import { useCellReading } from './use-cell-reading.ts'

/** The tip about the cell under the pointer; the owner of the ref moves it beside the pointer. */
export function HoverTip({ ref }: { ref: Ref<HTMLDivElement> }) {
  const cell = usePage((page) => page.hoveredCell)
  const resolution = cell === null ? null : cellResolution(cell)
  const name = useEditionName(resolution !== null && isResolution(resolution) ? resolution : null)
  const { reading, sides, sentence } = useCellReading(name, cell)
  const { metric, source } = reading
  const known = cell && name ? source.cellOf(name, cell) : null
  const edition = name && tileStore.edition(name)
  const units = useShownUnits(edition)
  const title = useMetricTitle(units)
  const records = useRecordWord()
  const isNamed = metric !== 'median_price_per_sqm' && metric !== 'listings'
  const value = known?.figure ? reading.value(known.figure) : null
  return (
    // Hidden from screen readers: the card that a click opens has the same text, and the tip changes with every move.
    <div ref={ref} className={styles.tip} hidden={known === null} aria-hidden data-testid="hover-tip">
      {known?.figure?.name && <p className={styles.place}>{cellPlaceName(known.figure.name, known.figure.cell)}</p>}
      {value !== null && units && (
        <p className={styles.figure}>
          {known?.state === 'estimated' && '≈ '}
          {metric === 'listings' ? countWords(value, records) : formatFigure(value, metric, units)}
          {isNamed && <span className={styles.metric}> {title}</span>}
        </p>
      )}
      {known && <p className={styles.state}>{sentence(known.state)}</p>}
      {value !== null && edition && sides?.kind !== 'change' && (
        <p className={styles.state}>{startOfSentence(windowText(edition))}</p>
      )}
    </div>
  )
}

function countWords(count: number, records: Records): string {
  return records === 'sales'
    ? t('{count, plural, one {# sale} other {# sales}}', { count })
    : t('{count, plural, one {# listing} other {# listings}}', { count })
}
