import { t } from '../language/translate.ts'
import { useSavedViews } from '../state/device/saved-choice.ts'
import { openAddress } from '../state/use-address.ts'
import { showWhatMakerSaw } from '../view/other-screen.ts'
import styles from './Saved.module.css'
import { SavedAreas } from './SavedAreas.tsx'
import { SavedEntries } from './SavedEntries.tsx'
import { SavedFiles } from './SavedFiles.tsx'
import { SaveForm } from './SaveForm.tsx'

/** Saves the current view under a name, and lists what is saved. `onOpened` is called once something saved is shown. */
export function SavedContent({ onOpened }: { onOpened: () => void }) {
  const views = useSavedViews()
  return (
    <div className={styles.saved}>
      <SaveForm />
      {views.list.length === 0 ? (
        <p className={styles.quiet}>{t('A saved view keeps the map, its filters, classes and areas.')}</p>
      ) : (
        <SavedEntries
          label={t('Saved views')}
          {...views}
          onOpen={({ address }) => {
            openAddress(address)
            showWhatMakerSaw()
            onOpened()
          }}
        />
      )}
      <SavedAreas onOpened={onOpened} />
      <SavedFiles />
    </div>
  )
}
