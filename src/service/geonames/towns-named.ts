import type { LatLng } from '../../domain/distance.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { visitGeoNames } from './geonames.ts'

/** Where the towns of a name are. */
export type TownsNamed = ReadonlyMap<string, readonly LatLng[]>

/** The towns of GeoNames with one of some names, which are folded, not farther than about a degree from one of some points. */
export function townsNamed(names: ReadonlySet<string>, points: readonly LatLng[]): TownsNamed {
  const squares = new Set(points.flatMap(squaresAround))
  const towns = new Map<string, LatLng[]>()
  visitGeoNames((_, lat, lng, name) => {
    if (!squares.has(square(Math.floor(lat), Math.floor(lng)))) return
    const folded = foldName(name())
    if (!names.has(folded)) return
    const known = towns.get(folded)
    if (known) known.push({ lat, lng })
    else towns.set(folded, [{ lat, lng }])
  })
  return towns
}

/** Degrees of longitude are short in the north. */
function squaresAround({ lat, lng }: LatLng): number[] {
  const [y, x] = [Math.floor(lat), Math.floor(lng)]
  return [-1, 0, 1].flatMap((dy) => [-2, -1, 0, 1, 2].map((dx) => square(y + dy, x + dx)))
}

function square(y: number, x: number): number {
  return 1000 * y + x
}
