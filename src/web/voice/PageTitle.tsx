import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lensKey } from '../../domain/lens.ts'
import type { GeoId } from '../../domain/place.ts'
import { isRent } from '../figures/amounts.ts'
import { placeOptions } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { placeName } from '../ui/words/place-name.ts'
import { radiusUnit, radiusWords } from '../ui/words/radius-words.ts'

const NAME = 'Squaremetre'

/** The document's title, which names the place, the circle and what is measured, for tabs, history and screen readers. */
export function PageTitle() {
  const place = useAddress((address) => address.place)
  const about = useAbout()
  const withoutPlace = about.isWide ? wideTitle(about.isRent) : `${about.text} · ${NAME}`
  if (place === null) return <Title text={withoutPlace} />
  return <PlaceTitle place={place} about={about.text} otherwise={withoutPlace} />
}

/** Replaces the title that the document came with; an element here would be a second one beside it. */
function Title({ text }: { text: string }) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}

/** `otherwise` is the title where the place has no name: it is loading, or there is none. */
function PlaceTitle({ place, about, otherwise }: { place: GeoId; about: string; otherwise: string }) {
  const { data } = useQuery(placeOptions(place))
  if (data === undefined) return <Title text={otherwise} />
  return <Title text={`${t('{place}: {what}', { place: placeName(data), what: about })} · ${NAME}`} />
}

function wideTitle(isRent: boolean): string {
  return isRent
    ? t('Squaremetre: what homes rent for, hexagon by hexagon')
    : t('Squaremetre: what property costs, hexagon by hexagon')
}

/** What is measured, and within which radius; wide without one. */
function useAbout(): { text: string; isWide: boolean; isRent: boolean } {
  // With several areas, the title names none.
  const radius_km = useAddress(({ areas: [only, ...others] }) =>
    only?.shape.kind === 'circle' && others.length === 0 ? only.shape.circle.radius_km : null,
  )
  useAreaUnit(radiusUnit)
  const isOfRents = useAddress(({ lens }) => isRent(lensKey(lens)))
  if (radius_km === null) {
    return { text: isOfRents ? t('what homes rent for') : t('what property costs'), isWide: true, isRent: isOfRents }
  }
  const radius = radiusWords(radius_km)
  const text = isOfRents
    ? t('what homes rent for within {radius}', { radius })
    : t('what property costs within {radius}', { radius })
  return { text, isWide: false, isRent: isOfRents }
}
