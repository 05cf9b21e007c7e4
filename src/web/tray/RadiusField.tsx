import { useState } from 'react'
import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Circle } from '../../domain/distance.ts'
import { reshapeArea } from '../areas/add-area.ts'
import { radiusError } from '../drawing/radius.ts'
import { t } from '../language/translate.ts'
import type { AreaColor } from '../state/area-choice.ts'
import { formatRounded } from '../ui/format.ts'
import { NumberInput } from '../ui/NumberInput.tsx'

/** The field for a circle's radius. An invalid radius shows an error and leaves the circle as it is. */
export function RadiusField({ color, circle }: { color: AreaColor; circle: Circle }) {
  const [refusal, setRefusal] = useState<{ value: number | null; of: string } | null>(null)
  const shape = `${circle.lat},${circle.lng},${circle.radius_km}`
  const refused = refusal?.of === shape ? refusal : null
  const commit = (value: number | null) => {
    const isUsable = radiusError(value) === null
    setRefusal(isUsable ? null : { value, of: shape })
    if (isUsable && value !== null) reshapeArea(color, { kind: 'circle', circle: { ...circle, radius_km: value } })
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
