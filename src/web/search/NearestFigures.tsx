import { useQuery } from '@tanstack/react-query'
import type { LatLng } from '../../domain/distance.ts'
import { rich, t } from '../language/translate.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { formatCount } from '../ui/format.ts'
import { countryName } from '../ui/place-name.ts'
import { type NearestFigures as Nearest, nearestFiguresOptions } from './nearest-figures.ts'

interface NearestFiguresProps {
  /** Near to what. */
  at: LatLng
  /** Goes there. */
  onGo: (nearest: Nearest) => void
}

/** The place with figures that is nearest to a point, as a button that goes there; nothing when there is none. */
export function NearestFigures({ at, onGo }: NearestFiguresProps) {
  const nearest = useQuery(nearestFiguresOptions(at))
  if (nearest.isPending) return <p>{t('Looking for the nearest place with figures…')}</p>
  if (nearest.isLoadingError) return <FailureNotice error={nearest.error} onRetry={() => void nearest.refetch()} />
  if (!nearest.data) return null
  const found = nearest.data
  const { place, km } = found
  return (
    <p>
      {rich(
        'Nearest with figures: <a>{name}, {country}</a>, {km} km away.',
        {
          a: (words) => (
            <Button look="link" onPress={() => onGo(found)}>
              {words}
            </Button>
          ),
        },
        { name: place.name, country: countryName(place.country), km: formatCount(km) },
      )}
    </p>
  )
}
