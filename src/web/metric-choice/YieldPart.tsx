import { t } from '../language/translate.ts'
import { useReading } from '../metric/use-reading.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { gapWords } from './gap-words.ts'
import styles from './MetricControl.module.css'

/** How a yield is computed, or why there is none. */
export function YieldPart() {
  const { gap } = useReading()
  const lens = useAddress((address) => address.lens)
  switch (gap) {
    case 'no_rent':
    case 'offer':
      return <Notice kind="info">{gapWords(gap)}</Notice>
    case 'price_range': {
      const without = Object.entries(lens).filter(([name]) => !/^(min|max)_.*price/.test(name))
      const remove = () => setAddress({ lens: Object.fromEntries(without) }, 'push')
      return (
        <Notice kind="info" action={{ label: t('Remove the price range'), onPress: remove }}>
          {gapWords(gap)}
        </Notice>
      )
    }
    default:
      return (
        <p className={styles.quiet}>
          {t(
            '12 × median monthly rent ÷ median sale price, for the same area. Uses the figures of both offers, with the same other filters.',
          )}
        </p>
      )
  }
}
