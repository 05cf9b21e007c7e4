import { changeWords } from '../figures/window-words.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { basisWords } from './basis-words.ts'
import type { Tray } from './compared/use-tray.ts'
import styles from './Tray.module.css'

/** What the figures of the areas are: metric, unit, and the resolution and window that they share. */
export function TrayBasis({ tray }: { tray: Tray }) {
  const units = tray.entries.find(({ spread }) => spread !== null)?.units ?? null
  const name = useMetricTitle(units)
  const edition = tray.entries.find(({ area }) => area.edition !== null)?.area.edition ?? null
  if (units === null) return null
  return (
    <>
      <p className={styles.basis}>{basisWords(tray, name, units)}</p>
      {tray.metric === 'change' && edition && <p className={styles.basis}>{changeWords(edition)}</p>}
    </>
  )
}
