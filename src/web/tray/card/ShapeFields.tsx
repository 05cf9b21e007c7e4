import { faultWords } from '../../drawing/finish-drawing.ts'
import { t } from '../../language/translate.ts'
import type { ChosenArea } from '../../state/address/area-choice.ts'
import { usePage } from '../../state/store.ts'
import { CentreButtons } from './CentreButtons.tsx'
import { RadiusField } from './RadiusField.tsx'
import styles from './ShapeFields.module.css'

/** The fields for the shape of an area that was drawn; none for a place or a cell. */
export function ShapeFields({ chosen: { shape, color } }: { chosen: ChosenArea }) {
  switch (shape.kind) {
    case 'circle':
      return (
        <div className={styles.shape}>
          <RadiusField color={color} circle={shape.circle} />
          <CentreButtons color={color} circle={shape.circle} />
        </div>
      )
    case 'polygon':
      return <Corners count={shape.corners.length} />
    case 'place':
    case 'cell':
      return null
  }
}

function Corners({ count }: { count: number }) {
  const fault = usePage((page) => page.reshapeFault)
  return (
    <p className={styles.picking} role="status">
      {fault === null
        ? t(
            '{count, plural, one {# corner} other {# corners}}. Drag a corner on the map, or move it with the arrow keys.',
            {
              count,
            },
          )
        : faultWords(fault)}
    </p>
  )
}
