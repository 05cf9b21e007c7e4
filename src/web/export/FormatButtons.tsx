import { useState } from 'react'
import { useIsSimulated } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { RequestError } from '../requests/http.ts'
import { isPageReplaced } from '../requests/replaced-page.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FieldGroup } from '../ui/controls/FieldGroup.tsx'
import { saveFile } from '../ui/device/save-file.ts'
import { describeFailure } from '../ui/failures/describe-failure.ts'
import { isNotLoaded, notLoadedWords } from '../ui/failures/not-loaded.ts'
import { fileSource } from '../ui/words/file-source.ts'
import { type ExportTable, withSource } from './export-record.ts'
import styles from './FormatButtons.module.css'
import { type FileFormat, FORMATS, fileInFormat } from './file-formats.ts'

/** What a file is made from. */
export interface FileSource {
  /** The file's name without its ending. */
  readonly name: string
  readonly table: () => Promise<ExportTable> | ExportTable
  /** Says how many records were saved. */
  readonly saved: (count: number) => string
}

interface FormatButtonsProps {
  /** What the files contain. */
  label: string
  /** Null while there is nothing to save. */
  source: FileSource | null
  /** All of them, unless the file has no outlines. */
  formats?: readonly FileFormat[]
}

/** Saves figures as a file in one of the formats that other programs read. */
export function FormatButtons({ label, source, formats = FORMATS }: FormatButtonsProps) {
  const [words, setWords] = useState('')
  const isSimulated = useIsSimulated()
  const save = async (format: FileFormat) => {
    if (source === null) return
    setWords('')
    try {
      const found = await source.table()
      const table = withSource(found, fileSource(), isSimulated)
      const { blob, ending } = await fileInFormat(format, table)
      saveFile(`${source.name}.${ending}`, blob)
      setWords(source.saved(table.records.length))
    } catch (error) {
      setWords(await failureWords(error))
    }
  }
  return (
    <FieldGroup name={label}>
      <div className={styles.formats}>
        {formats.map((format) => (
          <Button key={format} onPress={() => save(format)} isDisabled={source === null}>
            {format}
          </Button>
        ))}
      </div>
      <p className={styles.quiet} role="status">
        {words}
      </p>
    </FieldGroup>
  )
}

/** Says why there is no file: a response of the server or a part of the program is missing, or the browser could not create it. */
export async function failureWords(error: unknown): Promise<string> {
  if (error instanceof RequestError) {
    return t('{failure} Nothing was saved.', { failure: describeFailure(error).words })
  }
  if (isNotLoaded(error)) {
    const failure = notLoadedWords(t('This part of the page'), await isPageReplaced())
    return t('{failure} Nothing was saved.', { failure })
  }
  const reason = error instanceof Error ? error.message : String(error)
  return t('Your browser could not do that ({reason}). Nothing was saved.', { reason })
}
