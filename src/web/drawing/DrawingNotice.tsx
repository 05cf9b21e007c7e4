import { t } from '../language/translate.ts'
import { type Drawing, usePage } from '../state/store.ts'
import { Button } from '../ui/Button.tsx'
import { formatRounded } from '../ui/format.ts'
import { useMedia } from '../ui/use-media.ts'
import styles from './DrawingNotice.module.css'
import { closePolygon, faultWords, removeCorner } from './finish-drawing.ts'
import { firstRadius } from './radius.ts'
import { cancelDrawing } from './start-drawing.ts'

/** Says how to draw what is being drawn, with buttons for those who have neither keys nor a double click. */
export function DrawingNotice() {
  const drawing = usePage((page) => page.drawing)
  const radius = usePage(({ rested }) => firstRadius(rested?.bounds ?? null))
  const isFinger = useMedia('(pointer: coarse)')
  if (drawing === null) return null
  const corners = drawing.kind === 'polygon' ? drawing.corners.length : 0
  return (
    <section className={styles.notice} aria-label={t('Drawing')}>
      <p role="status">{(isFinger && wordsForFingers(drawing)) || wordsOf(drawing, radius)}</p>
      <div className={styles.buttons}>
        {drawing.kind === 'polygon' && (
          <>
            <Button look="primary" isDisabled={corners < 3} onPress={closePolygon}>
              {t('Close the outline')}
            </Button>
            <Button isDisabled={corners === 0} onPress={removeCorner}>
              {t('Remove the last corner')}
            </Button>
          </>
        )}
        <Button onPress={cancelDrawing}>{t('Cancel')}</Button>
      </div>
    </section>
  )
}

/** The same for those who have no keys; null where there is nothing about them. */
function wordsForFingers(drawing: Drawing): string | null {
  if (drawing.kind === 'circle') {
    return drawing.moves === null
      ? t('Drag from the centre of the circle to its edge, or tap its centre.')
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
    return drawing.moves === null
      ? t(
          'Drag from the centre of the circle to its edge, or click its centre. With keys: arrow keys move the map under the cross, Enter places a circle of {radius} km there, Escape cancels.',
          { radius: formatRounded(radius) },
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
