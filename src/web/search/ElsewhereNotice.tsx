import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rich, t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { formatCount } from '../ui/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { countryName } from '../ui/place-name.ts'
import { nearestFiguresOptions } from './nearest-figures.ts'

/** Says that a chosen place of the world has no market, and offers the nearest with figures; nothing once dismissed. */
export function ElsewhereNotice() {
  const elsewhere = usePage((page) => page.elsewhere)
  const place = useAddress((address) => address.place)
  if (elsewhere === null || place !== null) return null
  return <About key={`${elsewhere.lat},${elsewhere.lng}`} {...elsewhere} />
}

function About({ name, country, lat, lng }: { name: string; country: string; lat: number; lng: number }) {
  const client = useQueryClient()
  const nearest = useQuery(nearestFiguresOptions({ lat, lng }))
  const found = nearest.data ?? null
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
        {found && (
          <p>
            {rich(
              'Nearest with figures: <a>{name}, {country}</a>, {km} km away.',
              {
                a: (words) => (
                  <Button
                    look="link"
                    onPress={() => {
                      leave()
                      choosePlace(client, found.place.geo_id, found.place)
                    }}
                  >
                    {words}
                  </Button>
                ),
              },
              { name: found.place.name, country: countryName(found.place.country), km: formatCount(found.km) },
            )}
          </p>
        )}
        {nearest.isPending && <p>{t('Looking for the nearest place with figures…')}</p>}
      </Notice>
    </Panel>
  )
}
