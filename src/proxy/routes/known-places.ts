import type { Handler } from 'hono'
import type { KnownPlaces, NearPlaces } from '../../contract/known-places.ts'
import { invalid } from '../../contract/parsed.ts'
import { inTurns, nextTurn } from '../../server/work/turns.ts'
import { findKnownAirports, findKnownPlaces } from '../../server/world/known-places.ts'
import type { WorldPlaces } from '../../server/world/world-place.ts'
import { refuseValue } from '../access/answers.ts'

const LONGEST_QUERY = 200
/** Smaller places have no market where a larger one nearby has none. */
const LEAST_PEOPLE = 15_000
const NEAREST = 12

type World = () => Promise<WorldPlaces>

/**
 * `GET /api/known-places?q=&country=`: returns the places and airports of the world, or of one country, that a text names, from
 * GeoNames and OurAirports. Spends nothing.
 */
export function knownPlacesRoute(world: World): Handler {
  return async (c) => {
    const q = c.req.query('q') ?? ''
    if (q.length > LONGEST_QUERY) return refuseValue(c, invalid('q', `expected at most ${LONGEST_QUERY} characters`))
    const country = c.req.query('country') ?? null
    if (country !== null && !/^[a-z]{2}$/.test(country)) {
      return refuseValue(c, invalid('country', 'expected two lower-case letters, such as es'))
    }
    const known = await world()
    const places = await inTurns(findKnownPlaces(known, q, country), c.req.raw.signal)
    await nextTurn(c.req.raw.signal)
    const airports = findKnownAirports(known, q, country)
    c.header('Cache-Control', 'private, max-age=86400')
    return c.json({ places, airports } satisfies KnownPlaces)
  }
}

/** `GET /api/known-places/near?lat=&lng=&countries=es,fr`: returns larger places around a point. Spends nothing. */
export function nearPlacesRoute(world: World): Handler {
  return async (c) => {
    const [lat, lng] = [readDegrees(c.req.query('lat'), 90), readDegrees(c.req.query('lng'), 180)]
    if (lat === null) return refuseValue(c, invalid('lat', 'expected a number from -90 to 90'))
    if (lng === null) return refuseValue(c, invalid('lng', 'expected a number from -180 to 180'))
    const countries = new Set((c.req.query('countries') ?? '').split(','))
    const known = await world()
    await nextTurn(c.req.raw.signal)
    const places = known.nearestTo({ lat, lng }, { countries, population: LEAST_PEOPLE, limit: NEAREST })
    c.header('Cache-Control', 'private, max-age=86400')
    return c.json({
      places: places.map(({ name, country, lat, lng }) => ({ name, country, lat, lng })),
    } satisfies NearPlaces)
  }
}

function readDegrees(text: string | undefined, most: number): number | null {
  if (text === undefined || !/^-?\d+(\.\d+)?$/.test(text)) return null
  const degrees = Number(text)
  return Math.abs(degrees) <= most ? degrees : null
}
