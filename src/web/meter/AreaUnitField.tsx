import { t } from '../language/translate.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { Segmented } from '../ui/controls/Segmented.tsx'

/** The unit in which areas, and prices of one unit of area, are shown. */
export function AreaUnitField() {
  const { unit, choose } = useAreaUnit()
  return (
    <Segmented
      label={t('Unit of area')}
      options={[
        { value: 'm2', label: t('Square metres') },
        { value: 'ft2', label: t('Square feet') },
      ]}
      value={unit ?? 'm2'}
      onChange={choose}
    />
  )
}
