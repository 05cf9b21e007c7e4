import { useQueryClient } from '@tanstack/react-query'
import { t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { type FoundPoint, foundName } from '../state/address/found-point.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { countryName } from '../ui/words/place-name.ts'
import { NearestFigures } from './NearestFigures.tsx'

/**
 * Names the point that is marked on the map. For a place that the service does not list, it says so, and offers the place with
 * figures around it or the nearest one. Empty once dismissed, and while a place is open.
 */
export function FoundNotice() {
  const found = useAddress((address) => address.found)
  const place = useAddress((address) => address.place)
  if (found === null || place !== null) return null
  return (
    <Panel label={t('About the place found')} bare>
      <Notice kind="info" action={{ label: t('Dismiss'), onPress: () => setAddress({ found: null }, 'push') }}>
        {found.country === null || found.name === null ? (
          <p>{t('{name} is marked on the map.', { name: foundName(found) })}</p>
        ) : (
          <Elsewhere found={found} name={found.name} country={found.country} />
        )}
      </Notice>
    </Panel>
  )
}

function Elsewhere({ found: { lat, lng }, name, country }: { found: FoundPoint; name: string; country: string }) {
  const client = useQueryClient()
  return (
    <>
      <p>
        {t('The service lists no place called {name} ({country}).', {
          name,
          country: countryName(country),
        })}
      </p>
      <NearestFigures at={{ lat, lng }} mayLieIn onGo={({ place }) => choosePlace(client, place.geo_id, place)} />
    </>
  )
}
