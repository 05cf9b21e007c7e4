import { max } from 'd3-array'
import { SlidersHorizontal } from 'lucide-react'
import { classOf } from '../../domain/class-breaks.ts'
import { type Scale, valuesInView } from '../scale/use-scale.ts'
import { Button } from '../ui/Button.tsx'
import { ClassesForm, type ClassesFormProps } from './ClassesForm.tsx'
import styles from './Legend.module.css'
import { LegendButton } from './LegendButton.tsx'
import { useClasses } from './use-classes.ts'

/** With a larger share of the cells in one class, the scale says little about the view. */
const ONE_SIDED_SHARE = 0.7

/** Whose classes the colours stand for. They stay until the viewer takes others, so a colour keeps its meaning. */
export function ClassesLine({ onOpenOnPhone, ...props }: ClassesFormProps & { onOpenOnPhone: () => void }) {
  const { view, scale, metric } = props
  const { words, offer } = useClasses(scale)
  return (
    <div className={styles.classes} data-testid="classes" data-owner={scale.of?.kind ?? 'none'}>
      <p>
        {words}
        {isOneSided(valuesInView(view, metric), scale) && '. Most cells share one colour'}
      </p>
      <LegendButton title="Classes" icon={<SlidersHorizontal size={12} aria-hidden />} onOpenOnPhone={onOpenOnPhone}>
        <ClassesForm {...props} />
      </LegendButton>
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

function isOneSided(values: readonly number[], scale: Scale): boolean {
  const counts = scale.colors.map((_, index) => values.filter((value) => classOf(value, scale.breaks) === index).length)
  return scale.breaks.length > 1 && values.length > 20 && (max(counts) ?? 0) > ONE_SIDED_SHARE * values.length
}
