import { t } from '../language/translate.ts'
import { useSaved } from '../state/saved-choice.ts'
import styles from './Saved.module.css'
import { SavedFiles } from './SavedFiles.tsx'
import { SavedRow } from './SavedRow.tsx'
import { SaveForm } from './SaveForm.tsx'

/** Saves the current view under a name, and lists what is saved. `onOpened` is called once a saved view is shown. */
export function SavedViews({ onOpened }: { onOpened: () => void }) {
  const list = useSaved((saved) => saved.list)
  return (
    <div className={styles.saved}>
      <SaveForm />
      {list.length === 0 ? (
        <p className={styles.quiet}>{t('A saved view keeps the map, its filters, classes and areas.')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('Saved views')}>
          {list.map((view) => (
            <SavedRow key={view.id} view={view} onOpened={onOpened} />
          ))}
        </ul>
      )}
      <SavedFiles isEmpty={list.length === 0} />
    </div>
  )
}
