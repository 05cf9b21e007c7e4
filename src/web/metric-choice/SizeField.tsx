import { areaUnitOf } from '../../domain/area-unit.ts'
import { areaFactorOf, sizeUnit } from '../figures/area-units.ts'
import { SIZE_DECIMALS, type Units } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { SIZE_MAX } from '../state/address/metric-choice.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { formatCount } from '../ui/words/format.ts'
import { AmountField } from './AmountField.tsx'

/** The size whose price the map shows. */
export function SizeField({ units }: { units: Units | null }) {
  const size = useAddress((address) => address.size)
  return (
    <AreaField label={t('Size')} units={units} value={size} onChange={(next) => setAddress({ size: next }, 'push')} />
  )
}

/** The least space that the budget should buy; hexagons where it buys less are faded. */
export function MinAreaField({ units }: { units: Units | null }) {
  const min_area = useAddress((address) => address.min_area)
  const change = (next: number | null) => setAddress({ min_area: next }, 'push')
  return (
    <AreaField
      label={t('For at least')}
      units={units}
      value={min_area}
      onChange={change}
      onEmpty={() => change(null)}
    />
  )
}

interface AreaFieldProps {
  label: string
  units: Units | null
  /** In the unit of the figures, as in the address. */
  value: number | null
  onChange: (value: number) => void
  onEmpty?: () => void
}

/** A field for a size in the unit shown. */
function AreaField({ label, units, value, onChange, onEmpty }: AreaFieldProps) {
  const name = units?.size_unit ?? 'm2'
  const factor = areaFactorOf(units ?? {})
  return (
    <AmountField
      label={label}
      unit={sizeUnit(name)}
      placeholder={t('For example {example}', { example: formatCount(areaUnitOf(name) === 'ft2' ? 850 : 80) })}
      max={Math.floor(SIZE_MAX * factor)}
      value={value === null ? null : rounded(value * factor, SIZE_DECIMALS)}
      onChange={(next) => onChange(Math.min(SIZE_MAX, rounded(next / factor, 4)))}
      {...(onEmpty === undefined ? {} : { onEmpty })}
    />
  )
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
