import { useMemo } from 'react'
import { km2OfShape } from '../areas/chosen/shape-geometry.ts'
import { t } from '../language/translate.ts'
import { shapeKey } from '../state/address/area-list.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useGroundSizeWords } from '../ui/words/ground-size.ts'
import { radiusWords } from '../ui/words/radius-words.ts'
import { addShapes } from './add-shapes.ts'
import { areaOfShape, type OwnArea } from './area-of-shape.ts'
import { outlineFaultWords } from './file-fault-words.ts'
import styles from './OwnShapes.module.css'
import type { OwnShape } from './own-shape.ts'

interface OwnShapeRowProps {
  own: OwnShape
  label: string
  hasRoom: boolean
}

/** A shape of the viewer's file: its name, what becomes of it as an area, and a button that compares it. */
export function OwnShapeRow({ own, label, hasRoom }: OwnShapeRowProps) {
  const area = useMemo(() => areaOfShape(own), [own])
  const key = typeof area === 'string' ? null : shapeKey(area.shape)
  const isCompared = useAddress((address) => address.areas.some(({ shape }) => shapeKey(shape) === key))
  const sizeWords = useGroundSizeWords()
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <span className={styles.name}>{label}</span>
        <span className={styles.quiet}>
          {typeof area === 'string' ? outlineFaultWords(area) : becomesWords(own, area, sizeWords).join(' · ')}
        </span>
      </div>
      {typeof area !== 'string' && (
        <Button
          aria-label={isCompared ? t('{name} is compared', { name: label }) : t('Add {place}', { place: label })}
          isSpent={isCompared || !hasRoom}
          onPress={() => addShapes([own])}
        >
          {isCompared ? t('Compared') : t('Add')}
        </Button>
      )}
    </li>
  )
}

/** How large an area is, and in what it differs from the shape in the file. */
function becomesWords(own: OwnShape, area: OwnArea, sizeWords: (km2: number) => string): string[] {
  const { shape, simplifiedFrom } = area
  if (shape.kind === 'circle') {
    return [t('Circle of {radius} around a point', { radius: radiusWords(shape.circle.radius_km) })]
  }
  if (shape.kind === 'place') return [t('Place')]
  if (shape.kind === 'cell' || own.kind !== 'outline') return [sizeWords(km2OfShape(shape))]
  return [
    sizeWords(km2OfShape(shape)),
    simplifiedFrom === null
      ? []
      : t('simplified from {from, number} to {to, number} corners', {
          from: simplifiedFrom,
          to: shape.corners.length,
        }),
    own.parts > 1 ? t('the largest of {parts, number} parts', { parts: own.parts }) : [],
    own.holes > 0 ? t('{holes, plural, one {# hole is filled} other {# holes are filled}}', { holes: own.holes }) : [],
  ].flat()
}
