import { useState } from 'react'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import { type Lens, type LensKey, lensKey } from '../../domain/lens.ts'
import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import { useHomeCurrency } from '../tiles/page-tiles.ts'
import { FieldGroup } from '../ui/controls/FieldGroup.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { NumberInput } from '../ui/NumberInput.tsx'
import { formatCount } from '../ui/words/format.ts'
import styles from './LensPanel.module.css'
import { type LensControl, lensNumber, withParameter } from './lens-controls.ts'

/** As many as an amount of money has, so that a decimal mark is never left out. */
const DECIMALS = 2

interface LensFieldProps<C extends LensControl = LensControl> {
  control: C
  lens: Lens
  onChange: (lens: Lens) => void
}

/** The control of one filter. */
export function LensField({ control, lens, onChange }: LensFieldProps) {
  switch (control.kind) {
    case 'few':
    case 'many': {
      const { parameter, label, options, preset } = control
      const Field = control.kind === 'few' ? Segmented : SelectField
      const change = (value: string) => onChange(withParameter(lens, parameter, value, preset))
      return <Field label={label} options={options} value={lens[parameter] ?? preset} onChange={change} />
    }
    case 'number': {
      const { parameter, label, unit, preset } = control
      const change = (value: number | null) =>
        onChange(withParameter(lens, parameter, value === null ? '' : String(value)))
      return (
        <NumberInput
          label={label}
          unit={unit}
          min={0}
          maximumFractionDigits={DECIMALS}
          placeholder={presetWords(preset)}
          value={lensNumber(lens, parameter)}
          onChange={change}
        />
      )
    }
    case 'range':
      return <RangeField control={control} lens={lens} onChange={onChange} />
  }
}

function presetWords(preset: number | null): string {
  return preset === null ? t('Any') : formatCount(preset)
}

interface Range {
  readonly least: number | null
  readonly most: number | null
}

function RangeField({ control, lens, onChange }: LensFieldProps<Extract<LensControl, { kind: 'range' }>>) {
  const { label, unit, min, max } = control
  const home = useHomeCurrency()
  const chosen = useAddress((address) => address.currency)
  const isOtherMoney = unit === BASE_CURRENCY && (chosen !== BASE_CURRENCY || home !== BASE_CURRENCY)
  const applied: Range = { least: lensNumber(lens, min.parameter), most: lensNumber(lens, max.parameter) }
  // A range whose ends are swapped is shown with an error, not applied, and forgotten when the lens changes.
  const [refusal, setRefusal] = useState<{ range: Range; under: LensKey } | null>(null)
  const refused = refusal?.under === lensKey(lens) ? refusal.range : null
  const shown = refused ?? applied
  const commit = (range: Range) => {
    const isUsable = range.least === null || range.most === null || range.least <= range.most
    setRefusal(isUsable ? null : { range, under: lensKey(lens) })
    if (!isUsable) return
    const text = (value: number | null) => (value === null ? '' : String(value))
    const withLeast = withParameter(lens, min.parameter, text(range.least))
    onChange(withParameter(withLeast, max.parameter, text(range.most)))
  }
  return (
    <FieldGroup name={t('{label} in {unit}', { label, unit })}>
      <div className={styles.pair}>
        <NumberInput
          label={min.label}
          hideLabel
          min={0}
          maximumFractionDigits={DECIMALS}
          placeholder={presetWords(min.preset)}
          value={shown.least}
          onChange={(least) => commit({ ...shown, least })}
        />
        <span aria-hidden>–</span>
        <NumberInput
          label={max.label}
          hideLabel
          min={0}
          maximumFractionDigits={DECIMALS}
          placeholder={presetWords(max.preset)}
          value={shown.most}
          onChange={(most) => commit({ ...shown, most })}
        />
      </div>
      {isOtherMoney && (
        <p className={styles.note}>{t('This filter is always in {unit}, whichever currency is shown.', { unit })}</p>
      )}
      {refused && (
        <p className={styles.error} role="alert">
          {t('“{least}” is above “{most}”; the previous range still applies.', { least: min.label, most: max.label })}
        </p>
      )}
    </FieldGroup>
  )
}
