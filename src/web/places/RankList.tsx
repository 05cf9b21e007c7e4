import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import type { Metric, Records } from '../../domain/figure.ts'
import { isMostlyEstimated, markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { stateLabel } from '../figures/state-words.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'
import { classes } from '../ui/controls/classes.ts'
import { formatCount } from '../ui/words/format.ts'
import { placeName } from '../ui/words/place-name.ts'
import { choosePlace } from './choose-place.ts'
import { signalText } from './place-words.ts'
import styles from './RankList.module.css'
import type { RankedPlace } from './rank-parts.ts'

interface RankListProps {
  label: string
  ranked: readonly RankedPlace[]
  metric: Metric
  units: Units | null
  /** The place whose page it is, which the list marks. */
  current?: string
  /** Returns why a place has no figure here. */
  missing: (place: RankedPlace) => string
}

const SHOWN = 8

/** Places by the middle of their cells, the highest first; each name opens its page. */
export function RankList({ label, ranked, metric, units, current, missing }: RankListProps) {
  const client = useQueryClient()
  const [isWhole, setIsWhole] = useState(false)
  const most = Math.max(0, ...ranked.map(({ middle }) => middle ?? 0))
  const shown = isWhole ? ranked : ranked.filter((each, at) => at < SHOWN || each.place.geo_id === current)
  return (
    <>
      <ol className={styles.list} aria-label={label}>
        {shown.map((each) => {
          const { place, middle, rank, figures } = each
          const isCurrent = place.geo_id === current
          return (
            <li key={place.geo_id} className={classes(styles.row, isCurrent && styles.current)}>
              <span className={styles.rank}>{rank === null ? '–' : formatCount(rank)}</span>
              <span className={styles.name} aria-current={isCurrent || undefined}>
                {isCurrent ? (
                  placeName(place)
                ) : (
                  <Button
                    look="link"
                    data-on-paper
                    onPress={() => choosePlace(client, place.geo_id, place.signal === null ? null : place)}
                  >
                    {placeName(place)}
                  </Button>
                )}
              </span>
              {middle === null || units === null ? (
                <span className={styles.missing}>{missing(each)}</span>
              ) : (
                <span className={styles.value}>
                  {markEstimate(formatFigure(middle, metric, units), isMostlyEstimated(figures))}
                </span>
              )}
              {middle !== null && middle > 0 && (
                <span
                  className={styles.bar}
                  aria-hidden
                  style={{ '--share': `${(100 * middle) / most}%` } as CSSProperties}
                />
              )}
            </li>
          )
        })}
      </ol>
      {ranked.length > SHOWN && (
        <Button look="link" onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {count, number}', { count: ranked.length })}
        </Button>
      )}
    </>
  )
}

/** Why a place whose cells are known has no figure. */
export function emptyReason({ place, figures }: RankedPlace, records: Records): string {
  if (place.signal && place.signal.kind !== 'figures') return signalText(place.signal, records)
  const { counts } = figures
  return counts.not_bought > 0 ? stateLabel('not_bought', records) : stateLabel('too_few', records)
}
