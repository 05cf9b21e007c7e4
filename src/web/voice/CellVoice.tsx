import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { type Cell, cellResolution, isResolution } from '../../domain/cell.ts'
import { formatFigure, metricLabel } from '../figures/figure-words.ts'
import { stateSentence } from '../figures/state-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { useRecordWord } from '../queries/coverage.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { cellPlaceName } from '../ui/place-name.ts'
import { useEditionName } from '../view/view-cells.ts'

/** Speaks the hexagon under the crosshair: its place, its figure and how certain that is. */
export function CellVoice() {
  const cell = usePage((page) => page.walkedCell)
  return (
    <VisuallyHidden role="status" data-testid="cell-voice">
      {cell !== null && <CellWords cell={cell} />}
    </VisuallyHidden>
  )
}

function CellWords({ cell }: { cell: Cell }) {
  const metric = useAddress((address) => address.metric)
  const records = useRecordWord()
  const resolution = cellResolution(cell)
  const name = useEditionName(isResolution(resolution) ? resolution : null)
  useTileStoreVersion()
  const known = name && tileStore.cellOf(name, cell)
  const edition = name && tileStore.edition(name)
  const units = useShownUnits(edition)
  if (!known) return null
  const { state, figure } = known
  const value = figure?.[metric] ?? null
  const words = [
    figure?.name ? `${cellPlaceName(figure.name)}.` : null,
    value !== null && units ? `${metricLabel(metric, units)}: ${formatFigure(value, metric, units)}.` : null,
    stateSentence(state, edition, records),
  ]
  return words.filter((each) => each !== null).join(' ')
}
