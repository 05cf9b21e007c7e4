import { useQueryClient } from '@tanstack/react-query'
import { max } from 'd3-array'
import { SlidersHorizontal } from 'lucide-react'
import { classOf } from '../../domain/class-breaks.ts'
import type { ClassesFormProps } from '../classes/ClassesForm.tsx'
import { useClasses } from '../classes/use-classes.ts'
import { t } from '../language/translate.ts'
import { SCALE_KEY } from '../metered/scales.ts'
import { type Scale, valuesInView } from '../scale/use-scale.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import styles from './Legend.module.css'
import { LegendButton } from './LegendButton.tsx'
import { ClassesForm } from './later-parts.ts'

/** With a larger share of the cells in one class, the scale says little about the view. */
const ONE_SIDED_SHARE = 0.7

/** The owner of the classes. They stay until the viewer chooses others, so a colour keeps its meaning. */
export function ClassesLine({ onOpenOnPhone, ...props }: ClassesFormProps & { onOpenOnPhone: () => void }) {
  const { view, scale, metric } = props
  const { words, offer, isStopgap } = useClasses(scale)
  return (
    <div className={styles.classes} data-testid="classes" data-owner={scale.of?.kind ?? 'none'}>
      <p>
        {view.isSettled && isOneSided(valuesInView(view, metric), scale)
          ? t('{classes}. Most cells share one colour', { classes: words })
          : words}
      </p>
      <LegendButton
        title={t('Classes')}
        icon={<SlidersHorizontal size={12} aria-hidden />}
        onOpenOnPhone={onOpenOnPhone}
      >
        <ClassesForm {...props} />
      </LegendButton>
      {isStopgap && <Stopgap />}
      {offer && (
        <span className={styles.offer}>
          <Button look="link" onPress={offer.accept}>
            {offer.words}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The page asks again by itself, and at once when the viewer wants it. */
function Stopgap() {
  const client = useQueryClient()
  const again = () => void client.refetchQueries({ queryKey: SCALE_KEY, type: 'active' })
  return (
    <Notice kind="warning" action={{ label: t('Try again'), onPress: again }}>
      {t('The classes that every reader has here could not be loaded.')}
    </Notice>
  )
}

function isOneSided(values: readonly number[], scale: Scale): boolean {
  const counts = scale.colors.map((_, index) => values.filter((value) => classOf(value, scale.breaks) === index).length)
  return scale.breaks.length > 1 && values.length > 20 && (max(counts) ?? 0) > ONE_SIDED_SHARE * values.length
}
