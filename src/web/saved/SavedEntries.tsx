import type { SavedState } from '../state/device/saved-choice.ts'
import { renamed, type Saved, withoutSaved } from '../state/device/saved-list.ts'
import styles from './Saved.module.css'
import { SavedRow } from './SavedRow.tsx'

interface SavedEntriesProps<Entry extends Saved> extends SavedState<Entry> {
  label: string
  onOpen: (entry: Entry) => void
}

/** A list of saved views, or of saved areas. */
export function SavedEntries<Entry extends Saved>({ label, list, change, onOpen }: SavedEntriesProps<Entry>) {
  return (
    <ul className={styles.list} aria-label={label}>
      {list.map((entry) => (
        <SavedRow
          key={entry.id}
          entry={entry}
          onOpen={() => onOpen(entry)}
          onRename={(name) => change((before) => renamed(before, entry.id, name))}
          onDelete={() => change((before) => withoutSaved(before, entry.id))}
        />
      ))}
    </ul>
  )
}
