import { CircleDashed } from 'lucide-react'
import { ViewOffer } from './buying/ViewOffer.tsx'
import { CellCard } from './cells/CellCard.tsx'
import { CirclePanel } from './circles/CirclePanel.tsx'
import { drawCircle } from './circles/draw-circle.ts'
import styles from './DesktopShell.module.css'
import { t } from './language/translate.ts'
import { Legend } from './legend/Legend.tsx'
import { LensPanel } from './lens/LensPanel.tsx'
import { AboutPopover } from './meter/AboutPopover.tsx'
import { MeterPanel } from './meter/MeterPanel.tsx'
import { SettingsPopover } from './meter/SettingsPopover.tsx'
import { SimulatedBadge } from './meter/SimulatedBadge.tsx'
import { ThemeButton } from './meter/ThemeButton.tsx'
import { PlaceCard } from './places/PlaceCard.tsx'
import { ElsewhereNotice } from './search/ElsewhereNotice.tsx'
import { PlaceSearch } from './search/PlaceSearch.tsx'
import { SpendingPopover } from './spending/SpendingPopover.tsx'
import { useAddress } from './state/use-address.ts'
import { TableButton } from './table/TableButton.tsx'
import { TablePanel } from './table/TablePanel.tsx'
import { Button } from './ui/Button.tsx'
import { hasWebGl } from './ui/has-web-gl.ts'
import { LinkNotice } from './ui/LinkNotice.tsx'
import { Panel } from './ui/Panel.tsx'

/** The panels over a wide map: search, filters and legend on the left, meter and areas on the right. */
export function DesktopShell() {
  const place = useAddress((address) => address.place)
  const circle = useAddress((address) => address.circle)
  const cell = useAddress((address) => address.cell)
  const isTableOpen = useAddress((address) => address.table) && hasWebGl()
  return (
    <div className={styles.shell}>
      <aside className={styles.left} aria-label={t('Search, filters and legend')}>
        <div className={styles.stack}>
          <PlaceSearch />
          <LensPanel />
          {place !== null && <PlaceCard key={place} place={place} />}
        </div>
        <Legend />
      </aside>
      <div className={styles.middle}>
        <LinkNotice />
        <ElsewhereNotice />
        <ViewOffer />
        {isTableOpen && (
          <div className={styles.table}>
            <TablePanel />
          </div>
        )}
      </div>
      <aside className={styles.right} aria-label={t('Calls and areas')}>
        <Panel label={t('Calls and settings')} bare>
          <div className={styles.bar}>
            <SimulatedBadge />
            <MeterPanel />
            <div className={styles.buttons}>
              <SpendingPopover />
              <ThemeButton />
              <SettingsPopover />
              <AboutPopover />
            </div>
          </div>
        </Panel>
        {hasWebGl() && !isTableOpen && (
          <div className={styles.action}>
            <TableButton />
          </div>
        )}
        {circle === null && (
          <div className={styles.action}>
            <Button onPress={() => drawCircle('as it is')}>
              <CircleDashed size={16} aria-hidden />
              {t('Draw a circle')}
            </Button>
          </div>
        )}
        {(circle !== null || cell !== null) && (
          <div className={styles.column}>
            {circle !== null && <CirclePanel circle={circle} />}
            <CellCard />
          </div>
        )}
      </aside>
    </div>
  )
}
