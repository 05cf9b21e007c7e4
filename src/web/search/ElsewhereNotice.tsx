import { useQueryClient } from '@tanstack/react-query'
import { t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { countryName } from '../ui/place-name.ts'
import { NearestFigures } from './NearestFigures.tsx'

/** Says that a chosen place of the world has no market, and offers the nearest with figures; nothing once dismissed. */
export function ElsewhereNotice() {
  const elsewhere = usePage((page) => page.elsewhere)
  const place = useAddress((address) => address.place)
  if (elsewhere === null || place !== null) return null
  return <About key={`${elsewhere.lat},${elsewhere.lng}`} {...elsewhere} />
}

function About({ name, country, lat, lng }: { name: string; country: string; lat: number; lng: number }) {
  const client = useQueryClient()
  const leave = () => usePage.getState().set({ elsewhere: null })
  return (
    <Panel label={t('About the place found')} bare>
      <Notice kind="info" action={{ label: t('Dismiss'), onPress: leave }}>
        <p>
          {t('The service lists no place called {name} in {country}, so it may have no figures there.', {
            name,
            country: countryName(country),
          })}
        </p>
        <NearestFigures
          at={{ lat, lng }}
          onGo={({ place }) => {
            leave()
            choosePlace(client, place.geo_id, place)
          }}
        />
      </Notice>
    </Panel>
  )
}
