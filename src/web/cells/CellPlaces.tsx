import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReceivedPoint, ReceivedZone } from '../../contract/geo.ts'
import { LEVELS, type Level } from '../../domain/place.ts'
import { ancestorsOf, type Place, placeOfZone } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { levelLabel, namesApart, placeName } from '../ui/place-name.ts'
import { useIsPhone } from '../ui/use-media.ts'
import styles from './CellCard.module.css'

/**
 * The zones that contain a cell and their ancestors, each a link to the place. `isReached` when the cell itself is known to
 * lie outside them, and only their own larger cells reach over it.
 */
export function CellPlaces({ lookup, isReached }: { lookup: UseQueryResult<ReceivedPoint>; isReached: boolean }) {
  const client = useQueryClient()
  const isPhone = useIsPhone()
  if (lookup.isLoadingError) return <FailureNotice error={lookup.error} onRetry={() => void lookup.refetch()} />
  if (!lookup.data) return <p className={styles.soft}>{t('Looking up the places it is in…')}</p>
  const links = placesOf(lookup.data.zones)
  // Otherwise their levels stand beside them.
  const names = isPhone ? namesApart(links) : links.map(placeName)
  if (links.length === 0) return <p className={styles.soft}>{t('This hexagon is not in any named place.')}</p>
  const reached = t('Larger hexagons of these places reach over this one:')
  return (
    <>
      {isReached && <p className={styles.soft}>{reached}</p>}
      <ul className={styles.places} aria-label={isReached ? reached : t('Places that contain this hexagon')}>
        {links.map((place, index) => (
          <li key={place.geo_id}>
            <span>{levelLabel(place.level)}</span>
            <Button look="link" onPress={() => choosePlace(client, place.geo_id, place.known)}>
              {names[index]}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface PlaceLink {
  readonly geo_id: string
  readonly name: string
  readonly level: Level
  readonly country: string
  /** The place from the look-up; null for one listed only among the ancestors. */
  readonly known: Place | null
}

/** Returns each zone and each ancestor once, fine to coarse. */
export function placesOf(zones: readonly ReceivedZone[]): PlaceLink[] {
  const links = new Map<string, PlaceLink>()
  for (const zone of zones) for (const above of ancestorsOf(zone)) links.set(above.geo_id, { ...above, known: null })
  for (const zone of zones) links.set(zone.geo_id, { ...zone, known: placeOfZone(zone) })
  return [...links.values()].sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))
}
