import type { KnownPlace } from '../contract/known-places.ts'
import { isAround, readingsOf } from '../domain/name-context.ts'
import { isSurelyNamed } from '../domain/name-match.ts'
import type { WorldPlace, WorldPlaces } from './world-place.ts'

const MOST = 8
/** Among the places of one name, the words beside it are looked for in so many. */
const NAMESAKES = 200

/**
 * The places of the world, or of one country (lower-case alpha-2), that a text names: exactly, or beside their country or
 * division; else similar ones.
 */
export function findKnownPlaces(world: WorldPlaces, q: string, within: string | null = null): KnownPlace[] {
  const isWithin = ({ country }: WorldPlace) => within === null || country === within
  const known = (places: readonly WorldPlace[], match: KnownPlace['match']) =>
    places.slice(0, MOST).map((place): KnownPlace => {
      const { name, country, lat, lng, population } = place
      return { name, country, lat, lng, population, names: world.namesOf(place), match }
    })
  const exact = world.named(q).filter(isWithin)
  // A town of that very name comes before a larger one that is called so in some other language only.
  const surest = exact.toSorted((a, b) => Number(isSurelyNamed(q, b)) - Number(isSurelyNamed(q, a)))
  if (surest.length > 0) return known(surest, 'exact')
  for (const { name, context } of readingsOf(q)) {
    const found = world.named(name).filter(isWithin).slice(0, NAMESAKES)
    const there = found.filter(({ country, admin }) => isAround(context, { country, around: [], codes: [admin] }))
    if (there.length > 0) return known(there, 'context')
  }
  const near = world.similarTo(q, within === null ? MOST : NAMESAKES).filter(({ place }) => isWithin(place))
  return known(
    near.filter(({ slips }) => slips === near[0]?.slips).map(({ place }) => place),
    'similar',
  )
}
