import { CircleDashed, MapPin, SlidersHorizontal } from 'lucide-react'
import { ViewOffer } from './buying/ViewOffer.tsx'
import { CellCard } from './cells/CellCard.tsx'
import { CirclePanel } from './circles/CirclePanel.tsx'
import { drawCircle } from './circles/draw-circle.ts'
import { Legend } from './legend/Legend.tsx'
import { LensPanel } from './lens/LensPanel.tsx'
import { MeterPanel } from './meter/MeterPanel.tsx'
import { MeterSheet } from './meter/MeterSheet.tsx'
import { SimulatedBadge } from './meter/SimulatedBadge.tsx'
import styles from './PhoneShell.module.css'
import { PlaceCard } from './places/PlaceCard.tsx'
import { ElsewhereNotice } from './search/ElsewhereNotice.tsx'
import { PlaceSearch } from './search/PlaceSearch.tsx'
import { usePage } from './state/store.ts'
import { useAddress } from './state/use-address.ts'
import { Button } from './ui/Button.tsx'
import { hasWebGl } from './ui/has-web-gl.ts'
import { LinkNotice } from './ui/LinkNotice.tsx'
import { Notice } from './ui/Notice.tsx'
import { type PhoneSheet, usePhoneSheet } from './use-phone-sheet.ts'

/** The panels of a phone: search at the top, one sheet at a time above the legend's strip. */
export function PhoneShell() {
  const { sheet, open, close } = usePhoneSheet()
  const picking = usePage((page) => page.picking)
  const place = useAddress((address) => address.place)
  const circle = useAddress((address) => address.circle)
  return (
    <div className={styles.shell}>
      <aside className={styles.top} aria-label="Search and filters">
        <div className={styles.searchRow}>
          <PlaceSearch />
          <div className={styles.float}>
            <Button aria-label="Filters" onPress={() => (sheet === 'filters' ? close() : open('filters'))}>
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
      <aside className={styles.dock} aria-label="Areas and legend">
        {(sheet === null || sheet === 'place') && (
          <div className={styles.actions}>
            {place !== null && sheet === null && (
              <Button onPress={() => open('place')}>
                <MapPin size={16} aria-hidden />
                Place
              </Button>
            )}
            <Button onPress={() => (circle ? open('area') : drawCircle('upper half'))}>
              <CircleDashed size={16} aria-hidden />
              {circle ? 'Circle' : 'Draw a circle'}
            </Button>
          </div>
        )}
        <div className={styles.sheet}>
          {picking ? <PickingNotice /> : <SheetContent sheet={sheet} onClose={close} />}
        </div>
        {sheet === null && !picking && <ViewOffer />}
        {hasWebGl() && <Legend />}
      </aside>
    </div>
  )
}

function SheetContent({ sheet, onClose }: { sheet: PhoneSheet | null; onClose: () => void }) {
  const place = useAddress((address) => address.place)
  const circle = useAddress((address) => address.circle)
  switch (sheet) {
    case null:
      return null
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
  }
}

function PickingNotice() {
  const set = usePage((page) => page.set)
  return (
    <div className={styles.picking}>
      <Notice kind="info" action={{ label: 'Cancel', onPress: () => set({ picking: false }) }}>
        Tap the map to place the circle’s centre.
      </Notice>
    </div>
  )
}
