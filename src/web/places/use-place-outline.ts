import { useQuery } from '@tanstack/react-query'
import type { Cell } from '../../domain/cell.ts'
import { isCountryId } from '../free/geo.ts'
import { type PlaceCells, placeCellsOptions } from '../free/place-cells.ts'
import { type AreaFacts, areaOptions } from '../metered/areas.ts'
import { useAddress } from '../state/use-address.ts'
import { useEditionName } from '../view/view-cells.ts'
import { type Outline, outlineOf } from './outline.ts'

/** Returns the outline of the address's place, merged from its cells. Null without a place and while its cells load. */
export function usePlaceOutline(): Outline | null {
  const place = useAddress((address) => address.place)
  const resolution = useAddress((address) => address.placeResolution)
  const isCountry = place !== null && isCountryId(place)
  const zone = useQuery({ ...placeCellsOptions(isCountry ? null : place), select: outlineOfPlace })
  // The service refuses a country's cells, so they are those of its figures, which the proxy finds from its parts.
  const name = useEditionName(resolution)
  const country = useQuery({
    ...areaOptions(isCountry ? name : null, { geo_id: place ?? '' }),
    select: outlineOfArea,
  })
  return (isCountry ? country.data : zone.data) ?? null
}

// The map, the circle's buttons and the view fitting share one merged outline.
const outlines = new WeakMap<object, Outline>()

/** Returns the merged outline of a place's cells; null when it has none. */
export function outlineOfPlace({ cells }: PlaceCells): Outline | null {
  return keptOutline(cells, cells)
}

function outlineOfArea({ cells }: AreaFacts): Outline | null {
  return keptOutline(cells, [...cells.keys()])
}

function keptOutline(key: object, cells: readonly Cell[]): Outline | null {
  if (cells.length === 0) return null
  const outline = outlines.get(key) ?? outlineOf(cells)
  outlines.set(key, outline)
  return outline
}
