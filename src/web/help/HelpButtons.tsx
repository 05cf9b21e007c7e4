import { t } from '../language/translate.ts'
import { useTour } from '../state/device/tour.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import styles from './HelpButtons.module.css'

/** The ways to more help; `onChosen` is called before they open. */
export function HelpButtons({ onChosen }: { onChosen: () => void }) {
  const startTour = () => {
    onChosen()
    useTour.getState().go(0)
  }
  const showShortcuts = () => {
    onChosen()
    usePage.getState().set({ isShortcutsOpen: true })
  }
  return (
    <div className={styles.buttons}>
      <Button onPress={startTour}>{t('Take the tour')}</Button>
      <Button onPress={showShortcuts}>{t('Keyboard shortcuts')}</Button>
    </div>
  )
}
