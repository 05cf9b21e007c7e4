import { max } from 'd3-array'
import { classBreaks, classOf } from '../../domain/class-breaks.ts'
import type { Metric } from '../../domain/figure.ts'
import { isFittedTo, type Scale, valuesInView } from '../scale/use-scale.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import type { ViewCells } from '../view/view-cells.ts'
import styles from './Legend.module.css'

/** With a larger share of the cells in one class, the scale says little about the view. */
const ONE_SIDED_SHARE = 0.7

/** Refits the classes to the view on request. Otherwise they stay, so a colour keeps its meaning. */
export function FitControl({ view, scale, metric }: { view: ViewCells; scale: Scale; metric: Metric }) {
  const fitted = useAddress((address) => address.breaks)
  const values = valuesInView(view, metric)
  const fit = () => {
    const at = classBreaks('quantile', values)
    const { resolution, currency } = view.name
    if (at.length > 0) setAddress({ breaks: { resolution, ...(currency && { currency }), at } }, 'push')
  }
  const isByHand = fitted !== null && isFittedTo(fitted, view.name)
  return (
    <div className={styles.fit}>
      <span>{fitWords(isByHand, isOneSided(values, scale))}</span>
      <span className={styles.fitButtons}>
        {isByHand && (
          <Button look="link" onPress={() => setAddress({ breaks: null }, 'push')}>
            Undo
          </Button>
        )}
        <Button look="link" onPress={fit} isDisabled={values.length < 2}>
          Fit to view
        </Button>
      </span>
    </div>
  )
}

function fitWords(isByHand: boolean, isOneSided: boolean): string {
  if (isOneSided) return 'Most cells share one colour'
  return isByHand ? 'Classes fitted by hand' : 'Classes stay the same as you move'
}

function isOneSided(values: readonly number[], scale: Scale): boolean {
  const counts = scale.colors.map((_, index) => values.filter((value) => classOf(value, scale.breaks) === index).length)
  return scale.breaks.length > 1 && values.length > 20 && (max(counts) ?? 0) > ONE_SIDED_SHARE * values.length
}
