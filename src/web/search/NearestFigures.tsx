import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LatLng } from '../../domain/distance.ts'
import { rich, t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { Button } from '../ui/Button.tsx'
import { formatCount } from '../ui/format.ts'
import { countryName } from '../ui/place-name.ts'
import { nearestFiguresOptions } from './nearest-figures.ts'

/** The place with figures that is nearest to a point, as a button that goes there; nothing when there is none. */
export function NearestFigures({ at, onLeave }: { at: LatLng; onLeave?: () => void }) {
  const client = useQueryClient()
  const nearest = useQuery(nearestFiguresOptions(at))
  if (nearest.isPending) return <p>{t('Looking for the nearest place with figures…')}</p>
  if (!nearest.data) return null
  const { place, km } = nearest.data
  const go = () => {
    onLeave?.()
    choosePlace(client, place.geo_id, place)
  }
  return (
    <p>
      {rich(
        'Nearest with figures: <a>{name}, {country}</a>, {km} km away.',
        {
          a: (words) => (
            <Button look="link" onPress={go}>
              {words}
            </Button>
          ),
        },
        { name: place.name, country: countryName(place.country), km: formatCount(km) },
      )}
    </p>
  )
}
