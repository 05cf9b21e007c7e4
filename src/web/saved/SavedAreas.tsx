import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../language/translate.ts'
import { useSavedAreas } from '../state/device/saved-choice.ts'
import type { SavedArea } from '../state/device/saved-list.ts'
import { openArea } from './keep-area.ts'
import styles from './Saved.module.css'
import { SavedEntries } from './SavedEntries.tsx'

/** The saved areas, each of which opens among the compared ones. */
export function SavedAreas({ onOpened }: { onOpened: () => void }) {
  const areas = useSavedAreas()
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const open = (area: SavedArea) => {
    if (openArea(client, area)) onOpened()
    else setWords(t('No more areas can be compared at once. Remove one to add another.'))
  }
  return (
    <section className={styles.files}>
      <h3 className={styles.heading}>{t('Saved areas')}</h3>
      {areas.list.length === 0 ? (
        <p className={styles.quiet}>{t('The bookmark beside a compared area saves it here.')}</p>
      ) : (
        <SavedEntries label={t('Saved areas')} {...areas} onOpen={open} />
      )}
      <p className={styles.quiet} role="status">
        {words}
      </p>
    </section>
  )
}
