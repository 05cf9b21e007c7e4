import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { renameArea } from '../../areas/chosen/add-area.ts'
import { t } from '../../language/translate.ts'
import type { ChosenArea } from '../../state/address/area-choice.ts'
import { AREA_NAME_MAX } from '../../state/address/area-list.ts'
import styles from './AreaCard.module.css'

interface AreaNameFieldProps {
  chosen: ChosenArea
  /** Its name now, whether the viewer's or its own. */
  name: string
  /** By a key, which leaves the focus to the caller, or by leaving the field. */
  onEnd: (how: 'key' | 'blur') => void
}

/** The field for an area's name: Enter or leaving it keeps the name, Escape the one before, and an empty one its own. */
export function AreaNameField({ chosen, name, onEnd }: AreaNameFieldProps) {
  const [text, setText] = useState(name)
  const keep = () => {
    if (text !== name) renameArea(chosen.color, text)
  }
  return (
    <TextField
      aria-label={t('Name of the area')}
      className={styles.nameField ?? ''}
      value={text}
      onChange={setText}
      maxLength={AREA_NAME_MAX}
      autoFocus
      onBlur={() => {
        keep()
        onEnd('blur')
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The button that takes the focus next would be pressed by the same key.
        event.preventDefault()
        if (event.key === 'Enter') keep()
        onEnd('key')
      }}
    >
      <Input className={styles.nameInput ?? ''} onFocus={(event) => event.currentTarget.select()} />
    </TextField>
  )
}
