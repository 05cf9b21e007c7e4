import { t } from '../language/translate.ts'
import { useReading } from '../metric/use-reading.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './MetricControl.module.css'

/** How a yield is computed, or why there is none. */
export function YieldPart() {
  const { gap } = useReading()
  const lens = useAddress((address) => address.lens)
  switch (gap) {
    case 'no_rent':
      return <Notice kind="info">{t('The statistics service does not offer rents, so there is no yield.')}</Notice>
    case 'offer':
      return <Notice kind="info">{t('A yield compares sale and rent. Choose one of the two as the offer.')}</Notice>
    case 'price_range': {
      const without = Object.entries(lens).filter(([name]) => !/^(min|max)_.*price/.test(name))
      const remove = () => setAddress({ lens: Object.fromEntries(without) }, 'push')
      return (
        <Notice kind="info" action={{ label: t('Remove the price range'), onPress: remove }}>
          {t('A price range would leave out sales or rents, so no yield is shown with one.')}
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
