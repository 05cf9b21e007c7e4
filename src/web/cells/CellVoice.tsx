import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { type Cell, cellResolution, isResolution } from '../../domain/cell.ts'
import { formatFigure } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { t } from '../language/translate.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { usePage } from '../state/store.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { cellPlaceName } from '../ui/words/place-name.ts'
import { useEditionName } from '../view/view-cells.ts'
import { useCellReading } from './use-cell-reading.ts'

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
  const resolution = cellResolution(cell)
  const name = useEditionName(isResolution(resolution) ? resolution : null)
  const { reading, sentence } = useCellReading(name, cell)
  const units = useShownUnits(name && tileStore.edition(name))
  const title = useMetricTitle(units)
  const known = name && reading.source.cellOf(name, cell)
  if (!known) return null
  const { state, figure } = known
  const value = figure ? reading.value(figure) : null
  const words = [
    figure?.name ? `${cellPlaceName(figure.name, cell)}.` : null,
    value !== null && units
      ? t('{title}: {figure}.', { title, figure: formatFigure(value, reading.metric, units) })
      : null,
    sentence(state),
  ]
  return words.filter((each) => each !== null).join(' ')
}
