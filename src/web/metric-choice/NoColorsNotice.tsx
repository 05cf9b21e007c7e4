import { t } from '../language/translate.ts'
import { useReading } from '../metric/use-reading.ts'
import { openTab } from '../state/panel-tab.ts'
import { usePage } from '../state/store.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import { gapWords, notGivenWords } from './gap-words.ts'

/** Says on the map why figures that are there have no colour, while the field that the reason stands at is out of sight. */
export function NoColorsNotice() {
  const view = useViewCells()
  const { metric, gap, isPending } = useReading()
  const isPhone = useIsPhone()
  const isBusy = usePage((page) => page.drawing !== null || page.isChoosingArea)
  const isAtField = usePage((page) => page.panelTab === 'map' && (!isPhone || page.sheet === 'panel'))
  if (isPending || isBusy || isAtField || !hasFigures(view)) return null
  const words = gap === null ? notGivenWords(view, metric) : gapWords(gap)
  if (words === null) return null
  const openField = () => {
    openTab('map')
    usePage.getState().set({ panelTakesFocus: true })
  }
  return (
    <Panel label={t('No colours')} bare>
      <Notice kind="info" action={{ label: t('Change what colours show'), onPress: openField }}>
        {words}
      </Notice>
    </Panel>
  )
}

function hasFigures(view: ViewCells | null): boolean {
  return view?.isSettled === true && view.counts.observed + view.counts.estimated > 0
}
