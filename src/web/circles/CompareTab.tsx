import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import styles from './CirclePanel.module.css'
import { CirclePanel } from './CirclePanel.tsx'
import { DrawButton } from './DrawButton.tsx'

/** The areas of the viewer, or how to make one. */
export function CompareTab() {
  const circle = useAddress((address) => address.circle)
  if (circle !== null) return <CirclePanel circle={circle} />
  return (
    <div className={styles.empty}>
      <p>{t('Draw a circle on the map to see how the prices in it are spread.')}</p>
      <DrawButton />
    </div>
  )
}
