import type { Ref } from 'react'
import { cellResolution, isResolution } from '../../domain/cell.ts'
import { formatFigure } from '../figures/figure-words.ts'
import { stateSentence } from '../figures/state-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { windowText } from '../figures/window-words.ts'
import { useRecordWord } from '../queries/coverage.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { cellPlaceName } from '../ui/place-name.ts'
import { useEditionName } from '../view/view-cells.ts'
import styles from './HoverTip.module.css'

/** The tip about the cell under the pointer; the owner of the ref moves it beside the pointer. */
export function HoverTip({ ref }: { ref: Ref<HTMLDivElement> }) {
  const cell = usePage((page) => page.hoveredCell)
  const metric = useAddress((address) => address.metric)
  const records = useRecordWord()
  const resolution = cell === null ? null : cellResolution(cell)
  const name = useEditionName(resolution !== null && isResolution(resolution) ? resolution : null)
  useTileStoreVersion()
  const known = cell && name ? tileStore.cellOf(name, cell) : null
  const edition = name && tileStore.edition(name)
  const units = useShownUnits(edition)
  const value = known?.figure?.[metric] ?? null
  return (
    // Hidden from screen readers: the card that a click opens has the same text, and the tip changes with every move.
    <div ref={ref} className={styles.tip} hidden={known === null} aria-hidden data-testid="hover-tip">
      {known?.figure?.name && <p className={styles.place}>{cellPlaceName(known.figure.name)}</p>}
      {value !== null && units && (
        <p className={styles.figure}>
          {known?.state === 'estimated' && '≈ '}
          {formatFigure(value, metric, units)}
        </p>
      )}
      {known && <p className={styles.state}>{stateSentence(known.state, edition, records)}</p>}
      {value !== null && edition && <p className={styles.state}>{windowText(edition)}</p>}
    </div>
  )
}
