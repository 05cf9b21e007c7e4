import { useState } from 'react'
import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Circle } from '../../domain/distance.ts'
import { t } from '../language/translate.ts'
import { setAddress } from '../state/use-address.ts'
import { formatRounded } from '../ui/format.ts'
import { NumberInput } from '../ui/NumberInput.tsx'
import { radiusError } from './radius.ts'

/** The field for the circle's radius. An invalid radius shows an error and leaves the circle as it is. */
export function RadiusField({ circle }: { circle: Circle }) {
  const [refusal, setRefusal] = useState<{ value: number | null; of: string } | null>(null)
  const shape = `${circle.lat},${circle.lng},${circle.radius_km}`
  const refused = refusal?.of === shape ? refusal : null
  const commit = (value: number | null) => {
    const isUsable = radiusError(value) === null
    setRefusal(isUsable ? null : { value, of: shape })
    if (isUsable && value !== null) setAddress({ circle: { ...circle, radius_km: value } }, 'push')
  }
  return (
    <NumberInput
      label={t('Radius')}
      unit="km"
      maximumFractionDigits={3}
      value={refused ? refused.value : circle.radius_km}
      onChange={commit}
      error={refused ? radiusError(refused.value) : null}
      placeholder={t('{from} to {to}', { from: formatRounded(0.1), to: formatRounded(RADIUS_KM_MAX) })}
    />
  )
}
