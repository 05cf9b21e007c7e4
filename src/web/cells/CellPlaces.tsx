import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReceivedPoint } from '../../contract/service/geo.ts'
import { t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useIsPhone } from '../ui/device/use-media.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { levelLabel, namesApart, placeName } from '../ui/words/place-name.ts'
import styles from './CellCard.module.css'
import type { PlaceLink } from './places-of-cell.ts'

interface CellPlacesProps {
  lookup: UseQueryResult<ReceivedPoint>
  /** Fine to coarse; none until the look-up has succeeded. */
  places: readonly PlaceLink[]
  /** The cell itself is known to lie outside the places, and only their own larger cells reach over it. */
  isReached: boolean
}

/** The places around a cell, each a link to the place. */
export function CellPlaces({ lookup, places, isReached }: CellPlacesProps) {
  const client = useQueryClient()
  const isPhone = useIsPhone()
  if (lookup.isLoadingError) return <FailureNotice error={lookup.error} onRetry={() => void lookup.refetch()} />
  if (!lookup.data) return <p className={styles.soft}>{t('Looking up the places it is in…')}</p>
  // Otherwise their levels stand beside them, for those who see them.
  const spoken = namesApart(places)
  const names = isPhone ? spoken : places.map(placeName)
  if (places.length === 0)
    return <p className={styles.soft}>{t('The service names no place that contains this hexagon.')}</p>
  const reached = t('This hexagon lies within larger hexagons of these places:')
  return (
    <>
      {isReached && <p className={styles.soft}>{reached}</p>}
      <ul className={styles.places} aria-label={isReached ? reached : t('Places that contain this hexagon')}>
        {places.map((place, index) => (
          <li key={place.geo_id}>
            <span>{levelLabel(place.level)}</span>
            <Button
              look="link"
              data-on-paper
              {...(spoken[index] !== names[index] && { 'aria-label': spoken[index] })}
              onPress={() => choosePlace(client, place.geo_id, place.known)}
            >
              {names[index]}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
