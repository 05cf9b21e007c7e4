import { type ChangeEvent, type ClipboardEvent, type RefObject, use, useEffect, useRef, useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField, NumberFieldStateContext } from 'react-aria-components/NumberField'
import { decimalMark, typedOver, withDecimalMark, withoutGroups } from '../language/formats.ts'
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
      <FieldError className={fields.error ?? ''}>{error !== null && <InSight>{error}</InSight>}</FieldError>
    </NumberField>
  )
}

/** Below a field at the lower end of a panel, what is wrong would stand out of sight. */
function InSight({ children }: { children: string }) {
  const words = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error is brought into sight again
  useEffect(() => void words.current?.scrollIntoView({ block: 'nearest' }), [children])
  return (
    <span ref={words} className={fields.inSight}>
      {children}
    </span>
  )
}

interface FiguresProps {
  placeholder: string | undefined
  isUngrouped: boolean
}

/** The field itself would leave out the mark that is not the reader's decimal one, and make 25 of "2,5". */
function Figures({ placeholder, isUngrouped }: FiguresProps) {
  const input = useRef<HTMLInputElement>(null)
  const state = use(NumberFieldStateContext)
  const [typed, setTyped] = useState<string | null>(null)
  useEveryMark(input)
  const read = isUngrouped ? withOneMark : withoutGroups
  const format = state?.inputValue ?? ''
  const shown = typed !== null && read(typed) === format ? typed : format
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = shown === typed ? target.value : typedOver(shown, target.value)
    const caret = (target.selectionEnd ?? 0) - target.value.length + text.length
    target.value = text
    target.setSelectionRange(caret, caret)
    setTyped(text)
    state?.setInputValue(read(text))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    // The field takes what replaces all of it at once; a pasted part comes as typing does.
    if (selectionStart !== 0 || selectionEnd !== value.length) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain').trim()
    setTyped(null)
    state?.commit(isUngrouped ? withDecimalMark(text) : withoutGroups(text))
  }
  return (
    <Input
      ref={input}
      className={fields.input ?? ''}
      value={shown}
      onChange={type}
      onPasteCapture={paste}
      onBlur={() => setTyped(null)}
      onKeyDown={({ key }) => key === 'Enter' && setTyped(null)}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  )
}

/** Without groups, a mark that stands once is the decimal one. */
function withOneMark(typed: string): string {
  return /^[^.,]*[.,][^.,]*$/.test(typed) ? typed.replace(/[.,]/, decimalMark()) : typed
}

/** Lets every comma and point be typed: the field refuses those that its language does not have, and makes 25 of "2.5". */
function useEveryMark(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const box = input.current?.parentElement
    const keep = (event: InputEvent) => {
      if (event.data === null || /^[\d.,]+$/.test(event.data)) event.stopPropagation()
    }
    box?.addEventListener('beforeinput', keep, true)
    return () => box?.removeEventListener('beforeinput', keep, true)
  }, [input])
}
