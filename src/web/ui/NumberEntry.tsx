import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { classes } from './controls/classes.ts'
import fields from './controls/fields.module.css'

export interface NumberEntryProps {
  label: string
  /** Null while empty. */
  value: number | null
  /** Called when the viewer commits the value, with Enter or by leaving the field. */
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  maximumFractionDigits?: number
  placeholder?: string
  /** Shown after the number. */
  unit?: string
  /** A sentence on what is wrong, or null. */
  error?: string | null
  /** Leaves the label to screen readers. */
  hideLabel?: boolean
}

/** A field for a number in the reader's own number format. */
export function NumberEntry(props: NumberEntryProps) {
  const { label, value, onChange, unit, error = null, hideLabel = false, placeholder } = props
  return (
    <NumberField
      className={fields.field ?? ''}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      {...(props.min === undefined ? {} : { minValue: props.min })}
      {...(props.max === undefined ? {} : { maxValue: props.max })}
      {...(props.step === undefined ? {} : { step: props.step })}
      formatOptions={{ maximumFractionDigits: props.maximumFractionDigits ?? 0 }}
      isInvalid={error !== null}
      isWheelDisabled
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {!hideLabel && <Label className={fields.label}>{label}</Label>}
      <Group className={classes(fields.box, fields.inputBox)}>
        <Input className={fields.input ?? ''} {...(placeholder === undefined ? {} : { placeholder })} />
        {unit !== undefined && (
          <span className={fields.unit} aria-hidden>
            {unit}
          </span>
        )}
      </Group>
      <FieldError className={fields.error ?? ''}>{error}</FieldError>
    </NumberField>
  )
}
