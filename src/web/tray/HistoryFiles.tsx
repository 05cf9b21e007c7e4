import { FormatButtons } from '../export/FormatButtons.tsx'
import { TABLE_FORMATS } from '../export/file-formats.ts'
import { t } from '../language/translate.ts'
import { type ExportedHistory, historyTable } from './compared/history-records.ts'

interface HistoryFilesProps {
  label: string
  /** The file's name without its ending. */
  name: string
  histories: readonly ExportedHistory[]
}

/** Saves histories as a table; nothing where none is held. */
export function HistoryFiles({ label, name, histories }: HistoryFilesProps) {
  if (histories.length === 0) return null
  return (
    <FormatButtons
      label={label}
      formats={TABLE_FORMATS}
      source={{
        name,
        table: () => historyTable(histories),
        saved: (count) => t('{count, plural, one {# period was saved.} other {# periods were saved.}}', { count }),
      }}
    />
  )
}
