import { areaUnitOf } from '../../domain/area-unit.ts'
import { areaFactorOf, sizeUnit } from '../figures/area-units.ts'
import type { Units } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { SIZE_MAX } from '../state/address/metric-choice.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { formatCount } from '../ui/words/format.ts'
import { AmountField } from './AmountField.tsx'

/** The size whose price the map shows, in the unit shown. The address has it in the unit of the figures. */
export function SizeField({ units }: { units: Units | null }) {
  const size = useAddress((address) => address.size)
  const name = units?.size_unit ?? 'm2'
  const factor = areaFactorOf(units ?? {})
  return (
    <AmountField
      label={t('Size')}
      unit={sizeUnit(name)}
      placeholder={t('Such as {example}', { example: formatCount(areaUnitOf(name) === 'ft2' ? 850 : 80) })}
      max={Math.floor(SIZE_MAX * factor)}
      value={size === null ? null : rounded(size * factor, 2)}
      onChange={(next) => setAddress({ size: Math.min(SIZE_MAX, rounded(next / factor, 4)) }, 'push')}
    />
  )
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
