import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { t } from '../language/translate.ts'
import { useSavedAreas, useSavedViews } from '../state/device/saved-choice.ts'
import { mergedSaved, readSavedFile, savedFileText } from '../state/device/saved-list.ts'
import { Button } from '../ui/controls/Button.tsx'
import { saveFile } from '../ui/device/save-file.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import styles from './Saved.module.css'

/** More than everything that a device keeps; a larger file is something else. */
const FILE_BYTES_MAX = 20_000_000

/** Takes what is saved along as a file, and reads such a file. */
export function SavedFiles() {
  const views = useSavedViews()
  const areas = useSavedAreas()
  const [words, setWords] = useState('')
  const read = async (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    // A file that was moved or deleted since it was chosen has no text.
    const found = file.size > FILE_BYTES_MAX ? null : readSavedFile(await file.text().catch(() => ''))
    if (found === null) {
      setWords(t('{file} is not a file of saved views and areas. Nothing was changed.', { file: file.name }))
      return
    }
    views.change((before) => mergedSaved(before, found.views))
    areas.change((before) => mergedSaved(before, found.areas))
    setWords(readWords(found.views.length, found.areas.length, found.unreadable))
  }
  const save = () => {
    const text = savedFileText({ views: views.list, areas: areas.list })
    saveFile('squaremetre-saved.json', new Blob([text], { type: 'application/json' }))
  }
  return (
    <div className={styles.files}>
      <div className={styles.row}>
        <FileTrigger acceptedFileTypes={['application/json', '.json']} onSelect={read}>
          <Button>{t('Read a file')}</Button>
        </FileTrigger>
        {views.list.length + areas.list.length > 0 && <Button onPress={save}>{t('Save as a file')}</Button>}
      </div>
      <p className={styles.quiet} role="status">
        {words}
      </p>
      {views.isStored && areas.isStored ? (
        <p className={styles.quiet}>{t('What you save stays on this device and is not sent anywhere.')}</p>
      ) : (
        <Notice kind="warning">
          {t(
            'This browser does not store what you save: it is lost when this page is closed or reloaded. “Save as a file” keeps it.',
          )}
        </Notice>
      )}
    </div>
  )
}

function readWords(views: number, areas: number, unreadable: number): string {
  const read = [
    t('{views, plural, one {# view was read.} other {# views were read.}}', { views }),
    areas > 0 ? t('{areas, plural, one {# area was read.} other {# areas were read.}}', { areas }) : [],
    unreadable > 0
      ? t(
          '{unreadable, plural, one {# entry could not be read and was left out.} other {# entries could not be read and were left out.}}',
          { unreadable },
        )
      : [],
  ]
  return read.flat().join(' ')
}
