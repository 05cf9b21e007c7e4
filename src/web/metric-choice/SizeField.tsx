import { sizeUnit, type Units } from '../figures/figure-words.ts'
import { SIZE_MAX } from '../state/metric-choice.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { AmountField } from './AmountField.tsx'

/** The size whose price the map shows. */
export function SizeField({ units }: { units: Units | null }) {
  const size = useAddress((address) => address.size)
  return (
    <AmountField
      label="Size"
      unit={sizeUnit(units?.size_unit ?? 'm2')}
      placeholder="Such as 80"
      max={SIZE_MAX}
      value={size}
      onChange={(next) => setAddress({ size: next }, 'push')}
    />
  )
}
