import { SpendingDetails } from '../spending/SpendingDetails.tsx'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { AboutText } from './AboutText.tsx'
import { MeterPanel } from './MeterPanel.tsx'
import styles from './MeterSheet.module.css'

const THEME_OPTIONS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** A phone's sheet with the contents of a desktop's top right corner. */
export function MeterSheet({ onClose }: { onClose: () => void }) {
  const theme = useAddress((address) => address.theme)
  return (
    <Panel title="Calls and settings" onClose={onClose}>
      <div className={styles.body}>
        <MeterPanel />
        <SpendingDetails />
        <h3>Theme</h3>
        <Segmented
          label="Theme"
          options={THEME_OPTIONS}
          value={theme}
          onChange={(next) => setAddress({ theme: next }, 'replace')}
        />
        <h3>About these figures</h3>
        <AboutText />
      </div>
    </Panel>
  )
}
