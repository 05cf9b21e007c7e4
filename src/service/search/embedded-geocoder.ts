import type { Logger } from 'pino'
import { readGeoNames } from '../geonames/geonames.ts'
import { buildNameIndex } from '../names/name-index.ts'
import type { Geocoder, Town } from './geocoder.ts'
import { runInSlices } from './in-slices.ts'

/** A town outside the tree must be much alike: a far-fetched point would be worse than "unknown". */
const MINIMUM_SCORE = 0.75
const TOWNS_A_STEP = 200

type TownFinder = (query: string, country: string | null) => Town | null

/**
 * GeoNames' towns of at least 1,000 people. They are read and indexed when first asked for, which takes a second or two
 * of work in slices; those who ask meanwhile wait for it, others are not held up. Where they cannot be read that is
 * logged, and no name is found.
 */
export function openEmbeddedGeocoder(log: Logger, build = buildTownFinder): Geocoder {
  const closing = new AbortController()
  let finder: Promise<TownFinder> | null = null
  const load = async (): Promise<TownFinder> => {
    try {
      return await runInSlices(build(), closing.signal)
    } catch (err) {
      if (!closing.signal.aborted)
        log.error({ err }, 'GeoNames cannot be read; names outside the place tree are unknown')
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

/** The town that a name means, the largest of equally good ones. */
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
    // A word within a name ("saint" in "Mont Saint-Aignan") does not say which town is meant.
    return match && match.tier !== 2 ? (towns[match.entry] ?? null) : null
  }
}
