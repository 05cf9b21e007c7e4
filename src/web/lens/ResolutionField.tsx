import { CELL_AREA_KM2, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { t } from '../language/translate.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { useOfferedResolutions } from '../tiles/page-tiles.ts'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { useGroundSizeWords } from '../ui/words/ground-size.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'

type Choice = 'auto' | `${Resolution}`

/** The resolution of the hexagons: by zoom, or pinned. */
export function ResolutionField() {
  const pinned = useAddress((address) => address.resolution)
  const offered = useOfferedResolutions()
  const inForce = useResolutionAtRest()
  const sizeWords = useGroundSizeWords()
  const auto =
    inForce === null || pinned !== null
      ? t('By zoom')
      : t('By zoom (now {resolution, number})', { resolution: inForce })
  const options: { value: Choice; label: string }[] = [
    { value: 'auto', label: auto },
    ...RESOLUTIONS.filter((each) => offered.includes(each) || each === pinned)
      .toReversed()
      .map((resolution) => ({
        value: `${resolution}` as const,
        label: t('{resolution, number}: hexagons of about {size}', {
          resolution,
          size: sizeWords(CELL_AREA_KM2[resolution]),
        }),
      })),
  ]
  const change = (choice: Choice) => {
    const resolution = RESOLUTIONS.find((candidate) => String(candidate) === choice) ?? null
    setAddress({ resolution }, 'push')
  }
  return (
    <SelectField
      label={t('Resolution')}
      options={options}
      value={pinned === null ? 'auto' : `${pinned}`}
      onChange={change}
    />
  )
}
