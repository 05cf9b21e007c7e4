import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import type { Saved } from '../state/device/saved-list.ts'
import { Button, IconButton } from '../ui/controls/Button.tsx'
import fields from '../ui/controls/fields.module.css'
import { savedWhere } from './keep-area.ts'
import styles from './Saved.module.css'

interface SavedRowProps {
  entry: Saved
  onOpen: () => void
  onRename: (name: string) => void
  onDelete: () => void
}

/** Something saved: opened by its name, renamed or deleted by its buttons. */
export function SavedRow({ entry, onOpen, onRename, onDelete }: SavedRowProps) {
  const [isNaming, setNaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const { name, saved_at } = entry
  const endNaming = () => {
    // The button is not there while the name is edited.
    flushSync(() => setNaming(false))
    rename.current?.focus()
  }
  if (isNaming) return <NewName entry={entry} onRename={onRename} onDone={endNaming} />
  const where = 'area' in entry ? savedWhere(entry) : []
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <Button look="link" onPress={onOpen}>
          {name}
        </Button>
        <span className={styles.quiet}>
          {[...where, dateFormat({ dateStyle: 'medium' }).format(new Date(saved_at))].join(' · ')}
        </span>
      </div>
      <IconButton ref={rename} label={t('Rename {name}', { name })} onPress={() => setNaming(true)}>
        <Pencil size={14} aria-hidden />
      </IconButton>
      <IconButton label={t('Delete {name}', { name })} onPress={onDelete}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  )
}

interface NewNameProps extends Pick<SavedRowProps, 'entry' | 'onRename'> {
  onDone: () => void
}

function NewName({ entry, onRename, onDone }: NewNameProps) {
  const [name, setName] = useState(entry.name)
  const rename = (event: FormEvent) => {
    event.preventDefault()
    onRename(name)
    onDone()
  }
  return (
    <li>
      <form className={styles.row} onSubmit={rename}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the viewer has just asked to type here
          autoFocus
          className={fields.box}
          aria-label={t('New name of {name}', { name: entry.name })}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onDone()
          }}
        />
        <Button type="submit">{t('Rename')}</Button>
      </form>
    </li>
  )
}
