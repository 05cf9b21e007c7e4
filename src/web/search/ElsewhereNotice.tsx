import { useQuery, useQueryClient } from '@tanstack/react-query'
import { choosePlace } from '../places/choose-place.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
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
  const km = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 }).format(found?.km ?? 0)
  return (
    <Panel label="About the place found" bare>
      <Notice kind="info" action={{ label: 'Dismiss', onPress: leave }}>
        <p>
          The service lists no place called {name} in {countryName(country)}, so it may have no figures there.
        </p>
        {found && (
          <p>
            Nearest with figures:{' '}
            <Button
              look="link"
              onPress={() => {
                leave()
                choosePlace(client, found.place.geo_id, found.place)
              }}
            >
              {found.place.name}, {countryName(found.place.country)}
            </Button>
            , {km} km away.
          </p>
        )}
        {nearest.isPending && <p>Looking for the nearest place with figures…</p>}
      </Notice>
    </Panel>
  )
}
