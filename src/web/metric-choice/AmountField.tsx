import { useState } from 'react'
import { NumberInput } from '../ui/NumberInput.tsx'
import { amountError } from './amount-error.ts'

interface AmountFieldProps {
  label: string
  /** Null while there is none. */
  value: number | null
  max: number
  unit: string
  placeholder: string
  onChange: (value: number) => void
  /** Called when the field is emptied; without it, that is an error. */
  onEmpty?: () => void
}

/** A field for a positive amount. An invalid one shows an error and changes nothing. */
export function AmountField({ label, value, max, unit, placeholder, onChange, onEmpty }: AmountFieldProps) {
  const [refusal, setRefusal] = useState<{ typed: number | null; over: number | null } | null>(null)
  const refused = refusal?.over === value ? refusal : null
  const commit = (typed: number | null) => {
    if (typed === null && onEmpty) {
      setRefusal(null)
      if (value !== null) onEmpty()
      return
    }
    const isUsable = amountError(typed, max) === null
    setRefusal(isUsable ? null : { typed, over: value })
    if (isUsable && typed !== null && typed !== value) onChange(typed)
  }
  return (
    <NumberInput
      label={label}
      unit={unit}
      placeholder={placeholder}
      maximumFractionDigits={2}
      value={refused ? refused.typed : value}
      onChange={commit}
      error={refused ? amountError(refused.typed, max) : null}
    />
  )
}
