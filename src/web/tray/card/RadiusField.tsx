import { useState } from 'react'
import type { Circle } from '../../../domain/distance.ts'
import { reshapeArea } from '../../areas/chosen/add-area.ts'
import { RADIUS_DECIMALS, radiusError, radiusLimits, radiusOfTyped, typedRadius } from '../../drawing/radius.ts'
import { t } from '../../language/translate.ts'
import type { AreaColor } from '../../state/address/area-choice.ts'
import { useAreaUnit } from '../../state/device/area-unit-choice.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { radiusUnit } from '../../ui/words/radius-words.ts'

/** The field for a circle's radius. An invalid radius shows an error and leaves the circle as it is. */
export function RadiusField({ color, circle }: { color: AreaColor; circle: Circle }) {
  const [refusal, setRefusal] = useState<{ value: number | null; of: string } | null>(null)
  const unit = useAreaUnit(radiusUnit)
  const shape = `${circle.lat},${circle.lng},${circle.radius_km},${unit}`
  const refused = refusal?.of === shape ? refusal : null
  const commit = (value: number | null) => {
    const isUsable = radiusError(value) === null
    setRefusal(isUsable ? null : { value, of: shape })
    if (isUsable && value !== null) {
      reshapeArea(color, { kind: 'circle', circle: { ...circle, radius_km: radiusOfTyped(value) } })
    }
  }
  const { least, most } = radiusLimits()
  return (
    <NumberInput
      label={t('Radius')}
      unit={unit}
      maximumFractionDigits={RADIUS_DECIMALS}
      isUngrouped
      value={refused ? refused.value : typedRadius(circle.radius_km)}
      onChange={commit}
      error={refused ? radiusError(refused.value) : null}
      placeholder={t('{from} to {to}', { from: least, to: most })}
    />
  )
}
