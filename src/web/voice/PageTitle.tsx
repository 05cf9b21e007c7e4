import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lensKey } from '../../domain/lens.ts'
import type { GeoId } from '../../domain/place.ts'
import { isRent } from '../figures/amounts.ts'
import { placeOptions } from '../queries/geo.ts'
import { useAddress } from '../state/use-address.ts'
import { formatRounded } from '../ui/format.ts'
import { placeName } from '../ui/place-name.ts'

const NAME = 'Squaremetre'

/** The document's title, which names the place, the circle and what is measured, for tabs, history and screen readers. */
export function PageTitle() {
  const place = useAddress((address) => address.place)
  const about = useAbout()
  if (place !== null) return <PlaceTitle place={place} about={about.text} />
  return <Title text={about.isWide ? `${NAME}: ${about.text}, hexagon by hexagon` : `${about.text} · ${NAME}`} />
}

/** Replaces the title that the document came with; an element here would be a second one beside it. */
function Title({ text }: { text: string }) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}

function PlaceTitle({ place, about }: { place: GeoId; about: string }) {
  const { data } = useQuery(placeOptions(place))
  return <Title text={`${data ? `${placeName(data)}: ` : ''}${about} · ${NAME}`} />
}

/** What is measured, and within which radius; wide without one. */
function useAbout(): { text: string; isWide: boolean } {
  // With several areas, the title names none.
  const radius_km = useAddress(({ areas: [only, ...others] }) =>
    only?.shape.kind === 'circle' && others.length === 0 ? only.shape.circle.radius_km : null,
  )
  const what = useAddress(({ lens }) => (isRent(lensKey(lens)) ? 'what homes rent for' : 'what property costs'))
  return radius_km === null
    ? { text: what, isWide: true }
    : { text: `${what} within ${formatRounded(radius_km)} km`, isWide: false }
}
