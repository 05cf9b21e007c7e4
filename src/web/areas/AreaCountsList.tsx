import { STATE_LABELS } from '../figures/state-words.ts'
import { formatCount } from '../ui/format.ts'
import styles from './Area.module.css'
import type { AreaCounts } from './area-cells.ts'

/** The number of the area's cells in each state. Observed, estimated and those without a figure are always listed. */
export function AreaCountsList({ counts, isLoading }: { counts: AreaCounts; isLoading: boolean }) {
  const lines: [label: string, count: number, always: boolean][] = [
    [STATE_LABELS.observed, counts.observed, true],
    [STATE_LABELS.estimated, counts.estimated, true],
    [STATE_LABELS.too_few, counts.tooFew, true],
    [STATE_LABELS.no_listings, counts.noListings, false],
    [STATE_LABELS.not_covered, counts.notCovered, false],
    [isLoading ? 'Loading' : 'Not bought yet', counts.notHeld, false],
  ]
  return (
    <dl className={styles.counts}>
      {lines
        .filter(([, count, always]) => always || count > 0)
        .map(([label, count]) => (
          <div key={label} className={styles.count}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
    </dl>
  )
}
