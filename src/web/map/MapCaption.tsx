import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { MapRamp } from '../legend/ramp/MapRamp.tsx'
import styles from './PriceMap.module.css'

interface MapCaptionProps {
  /** What the map shows, in the words in which two maps differ. */
  words: string | undefined
  heading: string | undefined
  which: 'first' | 'second'
  /** True where the maps have classes of their own, which then stand on each. */
  hasTwoScales: boolean
}

/** What one of two maps shows; inside the context of its map. */
export function MapCaption({ words, heading, which, hasTwoScales }: MapCaptionProps) {
  if (words === undefined || heading === undefined) return null
  return (
    <div className={styles.captions} data-map={which}>
      <div className={styles.caption}>
        <p>
          <span aria-hidden>{words}</span>
          <VisuallyHidden>{heading}</VisuallyHidden>
        </p>
        {hasTwoScales && <MapRamp />}
      </div>
    </div>
  )
}
