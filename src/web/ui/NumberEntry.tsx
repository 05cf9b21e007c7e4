import { type KeyboardEvent, use } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField, NumberFieldStateContext } from 'react-aria-components/NumberField'
import { decimalMark, withDecimalMark } from '../language/formats.ts'
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
  /** True where a comma or a point is a decimal mark in every language, because the numbers are too small for thousands. */
  isUngrouped?: boolean
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
        <Figures placeholder={placeholder} isUngrouped={props.isUngrouped ?? false} />
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

interface FiguresProps {
  placeholder: string | undefined
  isUngrouped: boolean
}

/** Without groups, the other decimal mark is read too: the field itself would leave it out, and make 25 of "2,5". */
function Figures({ placeholder, isUngrouped }: FiguresProps) {
  const state = use(NumberFieldStateContext)
  const type = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== '.' && event.key !== ',') return
    event.preventDefault()
    const input = event.currentTarget
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    const typed = input.value.slice(0, start) + decimalMark() + input.value.slice(end)
    if (!state?.validate(typed)) return
    input.setRangeText(decimalMark(), start, end, 'end')
    state.setInputValue(typed)
  }
  return (
    <Input
      className={fields.input ?? ''}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(isUngrouped && {
        onKeyDown: type,
        onChange: ({ target }) => state?.setInputValue(withDecimalMark(target.value)),
      })}
    />
  )
}
