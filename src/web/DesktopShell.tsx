import { useEffect } from 'react'
import { AREAS_MAX } from '../contract/area.ts'
import { BesideBar } from './beside/BesideBar.tsx'
import { BesideButton } from './beside/BesideButton.tsx'
import { LoadingNotice } from './buying/LoadingNotice.tsx'
import { ViewOffer } from './buying/ViewOffer.tsx'
import { CellCard } from './cells/CellCard.tsx'
import styles from './DesktopShell.module.css'
import { DrawingNotice } from './drawing/DrawingNotice.tsx'
import { Tour } from './help/Tour.tsx'
import { t } from './language/translate.ts'
import { Legend } from './legend/Legend.tsx'
import { AboutPopover } from './meter/AboutPopover.tsx'
import { MeterPanel } from './meter/MeterPanel.tsx'
import { SettingsPopover } from './meter/SettingsPopover.tsx'
import { SimulatedBadge } from './meter/SimulatedBadge.tsx'
import { ThemeButton } from './meter/ThemeButton.tsx'
import { NoColorsNotice } from './metric-choice/NoColorsNotice.tsx'
import { Brand } from './panel/Brand.tsx'
import { followChoices } from './panel/follow-choices.ts'
import { PanelTabs } from './panel/PanelTabs.tsx'
import { EarlierOffer } from './periods/EarlierOffer.tsx'
import { MonthsBar } from './periods/MonthsBar.tsx'
import { MonthsButton } from './periods/MonthsButton.tsx'
import { SavedPopover } from './saved/SavedPopover.tsx'
import { EmptyNotice } from './search/EmptyNotice.tsx'
import { FoundNotice } from './search/FoundNotice.tsx'
import { PlaceSearch } from './search/PlaceSearch.tsx'
import { SharePopover } from './share/SharePopover.tsx'
import { SpendingPopover } from './spending/SpendingPopover.tsx'
import { usePage } from './state/store.ts'
import { useAddress } from './state/use-address.ts'
import { StreetsNotice } from './streets/StreetsNotice.tsx'
import { StreetsPopover } from './streets/StreetsPopover.tsx'
import { ShowSubject } from './subject/ShowSubject.tsx'
import { TableButton } from './table/TableButton.tsx'
import { TablePanel } from './table/TablePanel.tsx'
import { DrawButton } from './tray/DrawButton.tsx'
import { useHasTray } from './tray/use-has-tray.ts'
import { useHasWebGl } from './ui/device/use-has-web-gl.ts'
import { LinkNotice } from './ui/LinkNotice.tsx'
import { Panel } from './ui/Panel.tsx'

/** The panels over a wide map: one with tabs and the legend on the left, the meter and a cell's card on the right. */
export function DesktopShell() {
  useEffect(followChoices, [])
  const hasTray = useHasTray()
  const areas = useAddress((address) => address.areas.length)
  const tab = usePage((page) => page.panelTab)
  const canDrawMap = useHasWebGl()
  const isTableOpen = useAddress((address) => address.table) && canDrawMap
  return (
    <div className={styles.shell}>
      <aside className={styles.left} aria-label={t('Search, filters and legend')}>
        <div className={styles.panel}>
          <div className={styles.brand}>
            <Brand />
            <SimulatedBadge />
          </div>
          <div className={styles.search}>
            <PlaceSearch />
          </div>
          <PanelTabs />
        </div>
        <Legend />
      </aside>
      <div className={styles.middle}>
        {/* First, because a notice at the top of this column does not move those below it. */}
        <LoadingNotice />
        <DrawingNotice />
        <LinkNotice />
        <StreetsNotice />
        <Tour />
        <FoundNotice />
        <EmptyNotice />
        <NoColorsNotice />
        <ViewOffer />
        <EarlierOffer />
        <MonthsBar />
        <BesideBar />
        {isTableOpen && (
          <div className={styles.table}>
            <TablePanel />
          </div>
        )}
      </div>
      <aside className={styles.right} aria-label={t('Calls and the chosen hexagon')}>
        <Panel label={t('Calls and settings')} bare>
          <div className={styles.bar} data-tour="meter">
            <MeterPanel />
            <div className={styles.buttons}>
              <SavedPopover />
              <SharePopover />
              <SpendingPopover />
              {canDrawMap && <StreetsPopover />}
              <ThemeButton />
              <SettingsPopover />
              <AboutPopover />
            </div>
          </div>
        </Panel>
        <div className={styles.actions}>
          {/* Those that come and go are at the left end, so that the others keep their places. */}
          <ShowSubject />
          {!hasTray && tab !== 'compare' && <DrawButton />}
          {areas > 0 && areas < AREAS_MAX && <DrawButton isFurther />}
          <MonthsButton />
          <BesideButton />
          {canDrawMap && <TableButton />}
        </div>
        <div className={styles.card}>
          <CellCard />
        </div>
      </aside>
    </div>
  )
}
