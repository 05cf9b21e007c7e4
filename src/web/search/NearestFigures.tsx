import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LatLng } from '../../domain/distance.ts'
import { rich, t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { formatCount } from '../ui/words/format.ts'
import { cityName, countryName } from '../ui/words/place-name.ts'
import { type NearestFigures as Nearest, nearestFiguresOptions } from './nearest-figures.ts'

interface NearestFiguresProps {
  /** The point to search around. */
  at: LatLng
  /** True where the place that contains the point is better than one nearby. */
  mayLieIn?: boolean
  /** Called with the chosen place. */
  onGo: (nearest: Nearest) => void
}

/** A button that goes to the place with figures nearest to a point; empty when there is none. */
export function NearestFigures({ at, mayLieIn = false, onGo }: NearestFiguresProps) {
  const nearest = useQuery(nearestFiguresOptions(at, mayLieIn))
  if (nearest.isPending) return <p>{t('Looking for the nearest place with figures…')}</p>
  if (nearest.isLoadingError) return <FailureNotice error={nearest.error} onRetry={() => void nearest.refetch()} />
  if (!nearest.data) return null
  const found = nearest.data
  const { place, km, isAround } = found
  const tags = {
    a: (words: ReactNode) => (
      <Button look="link" onPress={() => onGo(found)}>
        {words}
      </Button>
    ),
  }
  const where = { name: cityName(place.name, place.country), country: countryName(place.country) }
  return (
    <p>
      {isAround
        ? rich('It lies in a place with figures: <a>{name}, {country}</a>', tags, where)
        : rich('Nearest place with figures: <a>{name}, {country}</a> ({km} km away)', tags, {
            ...where,
            km: formatCount(km),
          })}
    </p>
  )
}
