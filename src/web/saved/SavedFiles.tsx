import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { t } from '../language/translate.ts'
import { useSaved } from '../state/saved-choice.ts'
import { mergedSaved, readSavedFile, savedFileText } from '../state/saved-list.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import styles from './Saved.module.css'

/** Takes the saved views along as a file, and reads such a file. */
export function SavedFiles({ isEmpty }: { isEmpty: boolean }) {
  const { list, change } = useSaved()
  const [words, setWords] = useState('')
  const read = async (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    const found = readSavedFile(await file.text())
    if (found) change((before) => mergedSaved(before, found.views))
    setWords(
      found
        ? readWords(found.views.length, found.unreadable)
        : t('{file} is not a file of saved views. Nothing was changed.', { file: file.name }),
    )
  }
  return (
    <div className={styles.files}>
      <div className={styles.row}>
        <FileTrigger acceptedFileTypes={['application/json', '.json']} onSelect={read}>
          <Button>{t('Read a file')}</Button>
        </FileTrigger>
        {!isEmpty && (
          <Button
            onPress={() =>
              saveFile('squaremetre-saved.json', new Blob([savedFileText(list)], { type: 'application/json' }))
            }
          >
            {t('Save as a file')}
          </Button>
        )}
      </div>
      <p className={styles.quiet} role="status">
        {words}
      </p>
      <p className={styles.quiet}>{t('Saved views stay on this device. They are sent nowhere.')}</p>
    </div>
  )
}

function readWords(views: number, unreadable: number): string {
  const read = t('{views, plural, one {# view was read.} other {# views were read.}}', { views })
  if (unreadable === 0) return read
  const left = t(
    '{unreadable, plural, one {# entry could not be read and was left out.} other {# entries could not be read and were left out.}}',
    { unreadable },
  )
  return `${read} ${left}`
}
