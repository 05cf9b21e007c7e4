import { useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import type { Metric } from '../../domain/figure.ts'
import { type Units, unitOf } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { chosenBreaks } from '../scale/chosen-breaks.ts'
import type { Scale } from '../scale/use-scale.ts'
import { setAddress } from '../state/use-address.ts'
import { classes } from '../ui/controls/classes.ts'
import fields from '../ui/controls/fields.module.css'
import { breaksText, readBreaks } from './hand-breaks.ts'

interface BreaksFieldProps {
  scale: Scale
  metric: Metric
  units: Units
}

/** The breaks as numbers, to be set by hand with Enter or by leaving the field, which takes two lines where one is too short. They are then locked. */
export function BreaksField({ scale, metric, units }: BreaksFieldProps) {
  const shown = breaksText(scale.breaks, metric, units)
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const text = typed?.over === shown ? typed.text : shown
  const commit = () => {
    if (text === shown) return setError(null)
    const read = readBreaks(text, metric, units)
    setError(read.kind === 'invalid' ? read.message : null)
    if (read.kind === 'invalid') return
    setAddress({ breaks: chosenBreaks(scale.name, { at: read.at, of: { kind: 'hand' } }), locked: true }, 'push')
  }
  const unit = unitOf(metric, units)
  return (
    <TextField
      className={fields.field ?? ''}
      value={text}
      onChange={(next) => setTyped({ text: next, over: shown })}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // It would break the line.
          event.preventDefault()
          commit()
        }
        // Escape closes the popover around the field.
        else event.continuePropagation()
      }}
      isInvalid={error !== null}
    >
      <Label className={fields.label}>{unit === null ? t('Breaks') : t('Breaks in {unit}', { unit })}</Label>
      <Group className={classes(fields.box, fields.inputBox)}>
        <TextArea className={classes(fields.input, fields.growing)} rows={1} inputMode="decimal" autoComplete="off" />
      </Group>
      <FieldError className={fields.error ?? ''}>{error}</FieldError>
    </TextField>
  )
}
