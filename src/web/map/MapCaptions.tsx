import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { useMapWords } from '../beside/use-map-words.ts'
import { t } from '../language/translate.ts'
import styles from './PriceMap.module.css'

/** What each of two maps shows, in the words in which they differ. */
export function MapCaptions() {
  const words = useMapWords()
  if (words === null) return null
  const [first, second] = words
  return (
    <div className={styles.captions}>
      <p>
        <span aria-hidden>{first}</span>
        <VisuallyHidden>{t('First map: {words}', { words: first })}</VisuallyHidden>
      </p>
      <p>
        <span aria-hidden>{second}</span>
        <VisuallyHidden>{t('Second map: {words}', { words: second })}</VisuallyHidden>
      </p>
    </div>
  )
}
