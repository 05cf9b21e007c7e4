import { type FormEvent, useId, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { t } from '../language/translate.ts'
import { formatAddress } from '../state/address/address.ts'
import { useSavedViews } from '../state/device/saved-choice.ts'
import { withSaved } from '../state/device/saved-list.ts'
import { getAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import fields from '../ui/controls/fields.module.css'
import styles from './Saved.module.css'

/** Asks for a name, and saves the current view under it. */
export function SaveForm() {
  const id = useId()
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const change = useSavedViews((saved) => saved.change)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    const view = {
      id: crypto.randomUUID(),
      name,
      address: formatAddress(getAddress()),
      saved_at: new Date().toISOString(),
    }
    change((list) => withSaved(list, view))
    setName('')
    const words = { name: name.trim() }
    setWords(
      useSavedViews.getState().isStored
        ? t('The view is saved as {name}.', words)
        : t('The view is saved as {name} until this page is closed.', words),
    )
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <label htmlFor={id} className={fields.label}>
        {t('Name of this view')}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          className={fields.box}
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setWords('')
          }}
        />
        <Button type="submit" look="primary" isSpent={name.trim() === ''}>
          {t('Save')}
        </Button>
      </div>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
    </form>
  )
}
