import { useQueries } from '@tanstack/react-query'
import { cellResolution } from '../../../domain/cell.ts'
import { isCountryId, placeOptions } from '../../free/geo.ts'
import { t } from '../../language/translate.ts'
import type { AreaColor, AreaShape, ChosenArea } from '../../state/address/area-choice.ts'
import { useGroundSizeWords } from '../../ui/words/ground-size.ts'
import { countryName, placeName } from '../../ui/words/place-name.ts'
import { radiusWords } from '../../ui/words/radius-words.ts'
import { km2OfShape } from './shape-geometry.ts'

/** The letter by which an area is told from the others on the map and in lists. */
export function letterOf(color: AreaColor): string {
  return 'ABCDEF'.charAt(color)
}

/**
 * Returns the names of areas: those that the viewer gave, otherwise a description of each. Pass `nameOf` for the service's
 * names of places, as files have them.
 */
export function useAreaNames(areas: readonly ChosenArea[], nameOf = placeName): readonly string[] {
  const sizeWords = useGroundSizeWords()
  const places = useQueries({
    queries: areas.map(({ shape }) => placeOptions(shape.kind === 'place' ? shape.geo_id : null)),
  })
  return areas.map(({ shape, name }, index) => {
    const place = places[index]?.data
    return name ?? (shape.kind === 'place' && place ? nameOf(place) : ownName(shape, sizeWords))
  })
}

/** Returns what a shape is called while nobody has named it. */
function ownName(shape: AreaShape, sizeWords: (km2: number) => string): string {
  switch (shape.kind) {
    case 'circle':
      return t('Circle of {radius} radius', { radius: radiusWords(shape.circle.radius_km) })
    case 'polygon':
      return t('Drawn area of {size}', { size: sizeWords(km2OfShape(shape)) })
    case 'cell':
      return t('Hexagon of resolution {resolution, number}', { resolution: cellResolution(shape.cell) })
    case 'place':
      return isCountryId(shape.geo_id) ? countryName(shape.geo_id) : t('Place')
  }
}
