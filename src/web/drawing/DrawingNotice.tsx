import { t } from '../language/translate.ts'
import { type Drawing, usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useKeysInUse } from '../ui/device/use-keys-in-use.ts'
import { useMedia } from '../ui/device/use-media.ts'
import { radiusWords } from '../ui/words/radius-words.ts'
import styles from './DrawingNotice.module.css'
import { closePolygon, faultWords, removeCorner } from './finish-drawing.ts'
import { firstRadius } from './radius.ts'
import { cancelDrawing } from './start-drawing.ts'

/** Says how to draw what is being drawn, with buttons for those who have neither keys nor a double click. */
export function DrawingNotice() {
  const drawing = usePage((page) => page.drawing)
  const radius = usePage(({ rested }) => firstRadius(rested?.bounds ?? null))
  const hasKeys = useKeysInUse()
  const isFinger = useMedia('(pointer: coarse)') && !hasKeys
  if (drawing === null) return null
  const sized = drawing.kind === 'circle' ? drawing.sized : null
  const corners = drawing.kind === 'polygon' ? drawing.corners.length : 0
  return (
    <section className={styles.notice} aria-label={t('Drawing')}>
      <div>
        <p role="status">{(isFinger && wordsForFingers(drawing, radius)) || wordsOf(drawing, radius)}</p>
        {/* Apart from how to draw, so that a step of the radius is spoken alone. */}
        <p role="status" className={styles.radius}>
          {sized && t('Radius: {radius}', { radius: radiusWords(sized.radius_km) })}
        </p>
      </div>
      <div className={styles.buttons}>
        {drawing.kind === 'polygon' && (
          <>
            <Button look="primary" isDisabled={corners < 3} onPress={closePolygon}>
              {t('Close the outline')}
            </Button>
            <Button isSpent={corners === 0} onPress={removeCorner}>
              {t('Remove the last corner')}
            </Button>
          </>
        )}
        <Button onPress={cancelDrawing}>{t('Cancel')}</Button>
      </div>
    </section>
  )
}

/** The same for those who use no keys; null where there is nothing about them. */
function wordsForFingers(drawing: Drawing, radius: number): string | null {
  if (drawing.kind === 'circle') {
    if (drawing.sized !== null) return null
    return drawing.moves === null
      ? t('Drag from the centre of the circle to its edge, or tap its centre for {radius}.', {
          radius: radiusWords(radius),
        })
      : t('Tap the map to place the centre.')
  }
  if (drawing.fault !== null) return null
  return drawing.corners.length === 0
    ? t('Tap the corners of the area one after the other.')
    : t('{count, plural, one {# corner} other {# corners}}. A tap on the first corner closes the outline.', {
        count: drawing.corners.length,
      })
}

function wordsOf(drawing: Drawing, radius: number): string {
  if (drawing.kind === 'circle') {
    if (drawing.sized !== null) {
      return t('Arrow keys change the radius, in small steps with Shift. Enter draws the circle, Escape cancels.')
    }
    return drawing.moves === null
      ? t(
          'Drag from the centre of the circle to its edge, or click its centre for {radius}. With keys: arrow keys move the map under the cross, Enter sets the centre, then arrow keys change the radius, Escape cancels.',
          { radius: radiusWords(radius) },
        )
      : t(
          'Click the map to place the centre. With keys: arrow keys move the map under the cross, Enter sets the centre, Escape cancels.',
        )
  }
  if (drawing.fault !== null) return faultWords(drawing.fault)
  return drawing.corners.length === 0
    ? t(
        'Click the corners of the area one after the other. With keys: arrow keys move the map under the cross, Space sets a corner, Enter closes, Escape cancels.',
      )
    : t(
        '{count, plural, one {# corner} other {# corners}}. A double click, Enter or a click on the first corner closes the outline.',
        {
          count: drawing.corners.length,
        },
      )
}
