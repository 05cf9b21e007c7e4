import { CircleDashed, MapPin, SlidersHorizontal } from 'lucide-react'
import { ViewOffer } from './buying/ViewOffer.tsx'
import { CellCard } from './cells/CellCard.tsx'
import { CirclePanel } from './circles/CirclePanel.tsx'
import { drawCircle } from './circles/draw-circle.ts'
import { t } from './language/translate.ts'
import { Legend } from './legend/Legend.tsx'
import { LensPanel } from './lens/LensPanel.tsx'
import { BASEMAP_ATTRIBUTION } from './map/basemap-attribution.ts'
import { MeterPanel } from './meter/MeterPanel.tsx'
import { MeterSheet } from './meter/MeterSheet.tsx'
import { SimulatedBadge } from './meter/SimulatedBadge.tsx'
import styles from './PhoneShell.module.css'
import { PlaceCard } from './places/PlaceCard.tsx'
import { ElsewhereNotice } from './search/ElsewhereNotice.tsx'
import { PlaceSearch } from './search/PlaceSearch.tsx'
import { usePage } from './state/store.ts'
import { setAddress, useAddress } from './state/use-address.ts'
import { TableButton } from './table/TableButton.tsx'
import { closeTable, TablePanel } from './table/TablePanel.tsx'
import { Button } from './ui/Button.tsx'
import { hasWebGl } from './ui/has-web-gl.ts'
import { LinkNotice } from './ui/LinkNotice.tsx'
import { Notice } from './ui/Notice.tsx'
import { SwipeSheet } from './ui/SwipeSheet.tsx'
import { type PhoneSheet, usePhoneSheet } from './use-phone-sheet.ts'

/** The panels of a phone: search at the top, one sheet at a time above the legend's strip. */
export function PhoneShell() {
  const { sheet, open, close } = usePhoneSheet()
  const picking = usePage((page) => page.picking)
  const place = useAddress((address) => address.place)
  const circle = useAddress((address) => address.circle)
  return (
    <div className={styles.shell}>
      <aside className={styles.top} aria-label={t('Search and filters')}>
        <div className={styles.searchRow}>
          <PlaceSearch />
          <div className={styles.float}>
            <Button aria-label={t('Filters')} onPress={() => (sheet === 'filters' ? close() : open('filters'))}>
              <SlidersHorizontal size={18} aria-hidden />
            </Button>
          </div>
        </div>
        <div className={styles.statusRow}>
          <SimulatedBadge />
          <Button look="bare" onPress={() => (sheet === 'meter' ? close() : open('meter'))}>
            <span className={styles.meterPill}>
              <MeterPanel brief />
            </span>
          </Button>
        </div>
        <LinkNotice />
        <ElsewhereNotice />
      </aside>
      <aside className={styles.dock} aria-label={t('Areas and legend')}>
        <div className={styles.above}>
          {hasWebGl() && <p className={styles.attribution}>{BASEMAP_ATTRIBUTION}</p>}
          {(sheet === null || sheet === 'place') && (
            <div className={styles.actions}>
              {place !== null && sheet === null && (
                <Button onPress={() => open('place')}>
                  <MapPin size={16} aria-hidden />
                  {t('Place')}
                </Button>
              )}
              {hasWebGl() && <TableButton onPress={() => open('table')} />}
              <Button onPress={() => (circle ? open('area') : drawCircle('upper half'))}>
                <CircleDashed size={16} aria-hidden />
                {circle ? t('Circle') : t('Draw a circle')}
              </Button>
            </div>
          )}
        </div>
        {picking && <PickingNotice />}
        {sheet !== null && !picking && (
          <SwipeSheet key={sheet} onClose={() => dismiss(sheet, close)}>
            <SheetContent sheet={sheet} onClose={close} />
          </SwipeSheet>
        )}
        {sheet === null && !picking && <ViewOffer />}
        <Legend />
      </aside>
    </div>
  )
}

/** Closes a sheet. What was chosen for it goes with it, unless a button brings the sheet back. */
function dismiss(sheet: PhoneSheet, close: () => void): void {
  if (sheet === 'cell') setAddress({ cell: null }, 'push')
  else if (sheet === 'table') closeTable()
  else close()
}

function SheetContent({ sheet, onClose }: { sheet: PhoneSheet; onClose: () => void }) {
  const place = useAddress((address) => address.place)
  const circle = useAddress((address) => address.circle)
  switch (sheet) {
    case 'filters':
      return <LensPanel onClose={onClose} />
    case 'meter':
      return <MeterSheet onClose={onClose} />
    case 'place':
      return place === null ? null : <PlaceCard key={place} place={place} />
    case 'area':
      return circle === null ? null : <CirclePanel circle={circle} />
    case 'cell':
      return <CellCard />
    case 'table':
      return <TablePanel />
  }
}

function PickingNotice() {
  const set = usePage((page) => page.set)
  return (
    <div className={styles.picking}>
      <Notice kind="info" action={{ label: t('Cancel'), onPress: () => set({ picking: false }) }}>
        {t('Tap the map to place the circle’s centre.')}
      </Notice>
    </div>
  )
}
