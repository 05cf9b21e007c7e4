import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { useMapHeadings, useMapWords } from '../beside/use-map-words.ts'
import styles from './PriceMap.module.css'

/** What each of two maps shows, in the words in which they differ. */
export function MapCaptions() {
  const words = useMapWords()
  const headings = useMapHeadings()
  if (words === null || headings === null) return null
  const [first, second] = words
  return (
    <div className={styles.captions}>
      <p>
        <span aria-hidden>{first}</span>
        <VisuallyHidden>{headings[0]}</VisuallyHidden>
      </p>
      <p>
        <span aria-hidden>{second}</span>
        <VisuallyHidden>{headings[1]}</VisuallyHidden>
      </p>
    </div>
  )
}
