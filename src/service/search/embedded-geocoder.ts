import type { Logger } from 'pino'
import { readGeoNames } from '../geonames/geonames.ts'
import { buildNameIndex } from '../names/name-index.ts'
import type { Geocoder, Town } from './geocoder.ts'
import { runInSlices } from './in-slices.ts'

/** A town outside the tree must have a very similar name: a wrong point would be worse than "unknown". */
const MINIMUM_SCORE = 0.75
const TOWNS_A_STEP = 200

type TownFinder = (query: string, country: string | null) => Town | null

/**
 * A geocoder over GeoNames' towns of at least 1,000 people. The first search reads and indexes them, which takes a
 * second or two; searches wait for it, other requests do not, because the work is sliced. When the towns cannot be
 * read, logs that and finds nothing.
 */
export function openEmbeddedGeocoder(log: Logger, build = buildTownFinder): Geocoder {
  const closing = new AbortController()
  let finder: Promise<TownFinder> | null = null
  const load = async (): Promise<TownFinder> => {
    try {
      return await runInSlices(build(), closing.signal)
    } catch (err) {
      if (!closing.signal.aborted)
        log.error({ err }, 'GeoNames cannot be read; search finds only names in the place tree')
      return () => null
    }
  }
  return {
    async find(query, country) {
      finder ??= load()
      return (await finder)(query, country)
    },
    close: () => closing.abort(),
  }
}

/** Builds a function that finds the best town for a name, the largest of equally good ones. */
function* buildTownFinder(): Generator<void, TownFinder> {
  const towns: Town[] = []
  const populations: number[] = []
  for (const { name, country, lat, lng, population } of readGeoNames()) {
    if (towns.length % TOWNS_A_STEP === 0) yield
    towns.push({ name, country, lat, lng })
    populations.push(population)
  }
  const index = yield* buildNameIndex(
    towns.map(({ name }) => name),
    (entry) => populations[entry] ?? 0,
  )
  return (query, country) => {
    const accepts = (entry: number) => country === null || towns[entry]?.country === country
    const [match] = index.search(query, { limit: 1, minimumScore: MINIMUM_SCORE, accepts })
    // A later word of a name ("saint" in "Mont Saint-Aignan") is not enough to choose a town.
    return match && match.tier !== 2 ? (towns[match.entry] ?? null) : null
  }
}
