import { distanceKm, type LatLng } from '../../../../domain/distance.ts'
import { foldName } from '../../../../domain/names/fold-name.ts'
import { townsNamed } from '../../../geonames/towns-named.ts'

/** A row with the places that it names. */
export interface NamedPoint extends LatLng {
  readonly country: string | null
  readonly city: string | null
  readonly province: string | null
  readonly region: string | null
}

/** What is wrong with the points of a file: nothing, latitude and longitude exchanged, or the sign of one or both. */
export type PointFault = 'none' | 'swapped' | 'longitudes' | 'latitudes' | 'latitudes and longitudes'

const FAULTS: readonly (readonly [fault: PointFault, mend: (point: LatLng) => LatLng])[] = [
  ['swapped', ({ lat, lng }) => ({ lat: lng, lng: lat })],
  ['longitudes', ({ lat, lng }) => ({ lat, lng: -lng })],
  ['latitudes', ({ lat, lng }) => ({ lat: -lat, lng })],
  ['latitudes and longitudes', ({ lat, lng }) => ({ lat: -lat, lng: -lng })],
]

/** A home is nearer than this to the middle of the town that it names. */
const NEAR_KM = 50
/** The finest first; provinces and regions are often called like their towns. */
const LEVELS = ['city', 'province', 'region'] as const
/** As few rows show nothing. */
const FEWEST = 10
/** Shares of the rows. */
const HARDLY_ANY = 0.05
const MOST = 0.6

/**
 * What the towns that rows name say about their points: hardly any lies near a town of its name, and most would with
 * one fault mended. Rows that also name their country are judged by that.
 */
export function faultOfPoints(rows: readonly NamedPoint[]): { fault: PointFault; towns: readonly string[] } {
  const nothing = { fault: 'none' as const, towns: [] }
  if (rows.length < FEWEST || rows.some(({ country }) => country !== null)) return nothing
  const level = LEVELS.find((each) => rows.filter((row) => row[each] !== null).length >= MOST * rows.length)
  if (!level) return nothing
  const named = rows.flatMap(({ lat, lng, [level]: town }) => (town ? [{ town, name: foldName(town), lat, lng }] : []))
  const names = new Set(named.map(({ name }) => name))
  const towns = townsNamed(names, [...named, ...FAULTS.flatMap(([, mend]) => named.map(mend))])
  const shareNear = (mend: (point: LatLng) => LatLng) => {
    const isNear = ({ name, lat, lng }: (typeof named)[number]) =>
      towns.get(name)?.some((town) => distanceKm(town, mend({ lat, lng })) < NEAR_KM) ?? false
    return named.filter(isNear).length / rows.length
  }
  if (shareNear((point) => point) > HARDLY_ANY) return nothing
  const found = FAULTS.find(([, mend]) => shareNear(mend) >= MOST)
  return found ? { fault: found[0], towns: [...new Set(named.map(({ town }) => town))].slice(0, 3) } : nothing
}
