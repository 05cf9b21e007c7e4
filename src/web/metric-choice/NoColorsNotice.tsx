import { t } from '../language/translate.ts'
import { openTab } from '../state/panel-tab.ts'
import { usePage } from '../state/store.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useViewCells } from '../view/view-cells.ts'
import { useIsNoColorsNoticed, useNoColors } from './use-no-colors.ts'

/** Says on the map why figures that are there have no colour, while the field that the reason stands at is out of sight. */
export function NoColorsNotice() {
  const words = useNoColors(useViewCells())
  const isNoticed = useIsNoColorsNoticed()
  if (words === null || !isNoticed) return null
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
