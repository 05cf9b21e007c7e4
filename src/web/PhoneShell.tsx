import { ChevronDown, CircleDashed, MapPin, SlidersHorizontal } from 'lucide-react'
import { useEffect } from 'react'
import { BesideBar } from './beside/BesideBar.tsx'
import { BesideButton } from './beside/BesideButton.tsx'
import { LoadingNotice } from './buying/LoadingNotice.tsx'
import { ViewOffer } from './buying/ViewOffer.tsx'
import { CellCard } from './cells/CellCard.tsx'
import { DrawingNotice } from './drawing/DrawingNotice.tsx'
import { Tour } from './help/Tour.tsx'
import { t } from './language/translate.ts'
import { Legend } from './legend/Legend.tsx'
import { MeterPanel } from './meter/MeterPanel.tsx'
import { SimulatedBadge } from './meter/SimulatedBadge.tsx'
import { NoColorsNotice } from './metric-choice/NoColorsNotice.tsx'
import styles from './PhoneShell.module.css'
import { Brand } from './panel/Brand.tsx'
import { followChoices } from './panel/follow-choices.ts'
import { PanelTabs } from './panel/PanelTabs.tsx'
import { EarlierOffer } from './periods/EarlierOffer.tsx'
import { MonthsBar } from './periods/MonthsBar.tsx'
import { MonthsButton } from './periods/MonthsButton.tsx'
import { EmptyNotice } from './search/EmptyNotice.tsx'
import { FoundNotice } from './search/FoundNotice.tsx'
import { PlaceSearch } from './search/PlaceSearch.tsx'
import { closeSheet, openTab } from './state/panel-tab.ts'
import { type PanelTab, type PhoneSheet, type SheetOpener, usePage } from './state/store.ts'
import { setAddress } from './state/use-address.ts'
import { useMapAttribution } from './streets/map-attribution.ts'
import { StreetsNotice } from './streets/StreetsNotice.tsx'
import { ShowSubject } from './subject/ShowSubject.tsx'
import { TableButton } from './table/TableButton.tsx'
import { closeTable, TablePanel } from './table/TablePanel.tsx'
import { DrawButton } from './tray/DrawButton.tsx'
import { useHasTray } from './tray/use-has-tray.ts'
import { Button, IconButton } from './ui/controls/Button.tsx'
import { useHasWebGl } from './ui/device/use-has-web-gl.ts'
import { later } from './ui/failures/later.tsx'
import { LinkNotice } from './ui/LinkNotice.tsx'
import { Panel } from './ui/Panel.tsx'
import { SwipeSheet } from './ui/SwipeSheet.tsx'

const MeterSheet = later(() => import('./meter/MeterSheet.tsx').then(({ MeterSheet: component }) => component))

/** The panels of a phone: search at the top, one sheet at a time above the legend's strip. */
export function PhoneShell() {
  useEffect(followChoices, [])
  const sheet = usePage((page) => page.sheet)
  const attribution = useMapAttribution()
  const canDrawMap = useHasWebGl()
  const isDrawing = usePage((page) => page.drawing !== null)
  const toggle = (wanted: PhoneSheet) => usePage.getState().set({ sheet: sheet === wanted ? null : wanted })
  return (
    <div className={styles.shell} data-sheet={(sheet !== null && !isDrawing) || undefined}>
      <aside className={styles.top} aria-label={t('Search and filters')}>
        <div className={styles.searchRow}>
          <PlaceSearch />
          <div className={styles.float}>
            <Button
              aria-label={t('Filters')}
              data-opens="filters"
              onPress={() => (sheet === 'panel' ? closeSheet() : openTab('map', 'filters'))}
            >
              <SlidersHorizontal size={18} aria-hidden />
            </Button>
          </div>
        </div>
        <div className={styles.statusRow}>
          <SimulatedBadge />
          <Button look="bare" data-tour="meter" data-opens="meter" onPress={() => toggle('meter')}>
            <span className={styles.meterPill}>
              <MeterPanel brief />
            </span>
          </Button>
        </div>
        <LinkNotice />
        <StreetsNotice />
        <Tour />
        <FoundNotice />
        {sheet === null && <EmptyNotice />}
        {sheet === null && <LoadingNotice />}
        {sheet === null && <NoColorsNotice />}
      </aside>
      <aside className={styles.dock} aria-label={t('Areas and legend')}>
        <div className={styles.above}>
          <div className={styles.marks}>
            <Brand />
            {canDrawMap && <p className={styles.attribution}>{attribution}</p>}
          </div>
          {sheet === null && <Actions />}
        </div>
        {isDrawing && <DrawingNotice />}
        {sheet !== null && !isDrawing && (
          <SwipeSheet key={sheet} isSteady={sheet === 'panel'} onClose={() => dismiss(sheet)}>
            <SheetContent sheet={sheet} />
          </SwipeSheet>
        )}
        {sheet === null && !isDrawing && <ViewOffer />}
        {sheet === null && !isDrawing && <EarlierOffer />}
        {sheet === null && !isDrawing && <MonthsBar />}
        {sheet === null && !isDrawing && <BesideBar />}
        <Legend />
      </aside>
    </div>
  )
}

/** What a phone offers while no sheet is open. */
function Actions() {
  const hasTray = useHasTray()
  const canDrawMap = useHasWebGl()
  return (
    <div className={styles.actions}>
      <ShowSubject />
      <Button data-opens="places" onPress={() => openTab('places', 'places')}>
        <MapPin size={16} aria-hidden />
        {t('Places')}
      </Button>
      <MonthsButton />
      <BesideButton />
      {canDrawMap && <TableButton onPress={() => usePage.getState().set({ sheet: 'table' })} />}
      {!hasTray ? (
        <DrawButton isBrief />
      ) : (
        <Button data-opens="areas" onPress={() => openTab('compare', 'areas')}>
          <CircleDashed size={16} aria-hidden />
          {t('Areas')}
        </Button>
      )}
    </div>
  )
}

/** Closes a sheet, and drops the choice that it shows, unless a button brings the sheet back. */
function dismiss(sheet: PhoneSheet): void {
  if (sheet === 'cell') setAddress({ cell: null }, 'push')
  else if (sheet === 'table') closeTable()
  else closeSheet()
}

/** The panel; a link opens it too, and leaves the focus where it is. */
function PanelSheet() {
  const opener = usePage((page) => page.sheetOpener)
  const tab = usePage((page) => page.panelTab)
  return (
    <Panel label={t('Panel')} onClose={closeSheet} takesFocus={opener !== null} openedBy={opener ?? OPENERS[tab]} bare>
      <PanelTabs
        end={
          <IconButton label={t('Close the panel')} onPress={closeSheet}>
            <ChevronDown size={20} aria-hidden />
          </IconButton>
        }
      />
    </Panel>
  )
}

/** The button that usually opens each tab. */
const OPENERS: Readonly<Record<PanelTab, SheetOpener>> = { map: 'filters', places: 'places', compare: 'areas' }

function SheetContent({ sheet }: { sheet: PhoneSheet }) {
  switch (sheet) {
    case 'panel':
      return <PanelSheet />
    case 'meter':
      return <MeterSheet onClose={closeSheet} />
    case 'cell':
      return <CellCard />
    case 'table':
      return (
        <TablePanel
          offer={
            <>
              <ViewOffer />
              <EarlierOffer />
            </>
          }
        />
      )
  }
}
