import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { dateFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useSaved } from '../state/saved-choice.ts'
import { renamed, type SavedView, withoutSaved } from '../state/saved-list.ts'
import { openAddress } from '../state/use-address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import fields from '../ui/fields.module.css'
import styles from './Saved.module.css'

interface SavedRowProps {
  view: SavedView
  onOpened: () => void
}

/** A saved view: opened by its name, renamed or deleted by its buttons. */
export function SavedRow({ view, onOpened }: SavedRowProps) {
  const [isNaming, setNaming] = useState(false)
  const change = useSaved((saved) => saved.change)
  const open = () => {
    openAddress(view.address)
    onOpened()
  }
  if (isNaming) return <NewName view={view} onDone={() => setNaming(false)} />
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <Button look="link" onPress={open}>
          {view.name}
        </Button>
        <span className={styles.quiet}>{dateFormat({ dateStyle: 'medium' }).format(new Date(view.saved_at))}</span>
      </div>
      <IconButton label={t('Rename {name}', { name: view.name })} onPress={() => setNaming(true)}>
        <Pencil size={14} aria-hidden />
      </IconButton>
      <IconButton
        label={t('Delete {name}', { name: view.name })}
        onPress={() => change((list) => withoutSaved(list, view.id))}
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  )
}

function NewName({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const [name, setName] = useState(view.name)
  const change = useSaved((saved) => saved.change)
  const rename = (event: FormEvent) => {
    event.preventDefault()
    change((list) => renamed(list, view.id, name))
    onDone()
  }
  return (
    <li>
      <form className={styles.row} onSubmit={rename}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the viewer has just asked to type here
          autoFocus
          className={fields.box}
          aria-label={t('New name of {name}', { name: view.name })}
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
