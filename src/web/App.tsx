import styles from './App.module.css'
import { DesktopShell } from './DesktopShell.tsx'
import { MapSlot } from './MapSlot.tsx'
import { PhoneShell } from './PhoneShell.tsx'
import { FirstMarket } from './places/FirstMarket.tsx'
import { FitPlace } from './places/FitPlace.tsx'
import { useAddress } from './state/use-address.ts'
import { useIsPhone } from './ui/use-media.ts'
import { useThemeOnPage } from './ui/use-theme.ts'

// Read once, because the map writes its view into the address as soon as it stops moving.
const openedWithoutView = !/[?&](at|place|circle)=/.test(window.location.search)

/** The whole page: the map, with the panels of a desktop or a phone over it. */
export function App() {
  useThemeOnPage()
  const isPhone = useIsPhone()
  const place = useAddress((address) => address.place)
  const isRightOpen = useAddress((address) => address.circle !== null || address.cell !== null)
  return (
    <div className={styles.page} data-right-open={(!isPhone && isRightOpen) || undefined}>
      <header className={styles.spoken}>
        <h1>Squaremetre: what property costs, hexagon by hexagon</h1>
      </header>
      {isPhone ? <PhoneShell /> : <DesktopShell />}
      <main className={styles.map} aria-label="Map">
        <MapSlot />
      </main>
      {openedWithoutView && <FirstMarket />}
      {place !== null && <FitPlace key={place} place={place} />}
    </div>
  )
}
