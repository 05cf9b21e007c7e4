import { Crosshair } from 'lucide-react'
import type { Circle, LatLng } from '../../../domain/distance.ts'
import { reshapeArea } from '../../areas/chosen/add-area.ts'
import { cancelDrawing, startMoving, viewCentre } from '../../drawing/start-drawing.ts'
import { t } from '../../language/translate.ts'
import { boundsOf, middleOf } from '../../places/outline.ts'
import { usePlaceOutline } from '../../places/use-place-outline.ts'
import type { AreaColor } from '../../state/address/area-choice.ts'
import { usePage } from '../../state/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldGroup } from '../../ui/controls/FieldGroup.tsx'
import { useHasWebGl } from '../../ui/device/use-has-web-gl.ts'
import styles from './ShapeFields.module.css'

/** Returns the middle of the open place's outline; null without one. */
function usePlaceCentre(): LatLng | null {
  const outline = usePlaceOutline()
  const bounds = outline && boundsOf(outline)
  return bounds && middleOf(bounds)
}

/** Buttons that centre a circle on the view, on the open place, or where the viewer clicks next. */
export function CentreButtons({ color, circle }: { color: AreaColor; circle: Circle }) {
  const placeCentre = usePlaceCentre()
  const isMoving = usePage(({ drawing }) => drawing?.kind === 'circle' && drawing.moves === color)
  const canDraw = useHasWebGl()
  const hasMap = usePage((page) => page.rested !== null) && canDraw
  const moveTo = ({ lat, lng }: LatLng) => reshapeArea(color, { kind: 'circle', circle: { ...circle, lat, lng } })
  return (
    <FieldGroup name={t('Centre on')}>
      <div className={styles.buttons}>
        <Button onPress={() => moveTo(viewCentre())}>{t('View')}</Button>
        {placeCentre && <Button onPress={() => moveTo(placeCentre)}>{t('Place')}</Button>}
        {hasMap && (
          <Button onPress={() => (isMoving ? cancelDrawing() : startMoving(color))}>
            <Crosshair size={14} aria-hidden />
            {isMoving ? t('Cancel') : t('Pick')}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
