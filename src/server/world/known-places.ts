import type { KnownAirport, KnownPlace } from '../../contract/known-places.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { isAround, partsOf, readingsOf, surroundingsOfRegion } from '../../domain/names/name-context.ts'
import { isLarge, isSurelyNamed, likelihood } from '../../domain/names/name-match.ts'
import { isShortForm, isSpelled, spellingsOf } from '../../domain/names/spellings.ts'
import { findAirports, MOST_AIRPORTS, townOfAirport } from './airports.ts'
import type { WorldPlace, WorldPlaces } from './world-place.ts'

const MOST = 8
/** How many places of one name are compared with the words beside it. */
const NAMESAKES = 200
/** Smaller places need the whole name of their country or region beside theirs: “Colonia Roma” is not Colonia in Romania. */
const VILLAGE = 1_000
/** With this many typing errors or more, a similar name is less likely than a name among the words. */
export const FAR = 2

/**
 * The places of the world, or of one country (lower-case alpha-2), that a text names: exactly, followed by their country or
 * division, or by the code of a city. If there are none, places with similar names. Found in steps of some milliseconds each.
 */
export function* findKnownPlaces(
  world: WorldPlaces,
  q: string,
  within: string | null = null,
): Generator<void, KnownPlace[]> {
  const isWithin = ({ country }: WorldPlace) => within === null || country === within
  /** `text` is the name among the words. */
  const known = (places: readonly WorldPlace[], match: KnownPlace['match'], text = q) => {
    const coded = new Set(world.coded(text).map(({ index }) => index))
    return places.slice(0, MOST).map((place): KnownPlace => {
      const { index, name, country, lat, lng, population } = place
      const names = [...world.namesOf(place), ...(coded.has(index) ? [foldName(text)] : [])]
      return { name, country, lat, lng, population, names, match }
    })
  }
  const exact = namedIn(world, q).filter(isWithin)
  const surest = exact.toSorted(
    (a, b) => Number(isSurelyNamed(q, b)) - Number(isSurelyNamed(q, a)) || likelihood(q, b) - likelihood(q, a),
  )
  if (surest.length > 0)
    return [...known(likelierSlip(world, q, exact).filter(isWithin), 'similar'), ...known(surest, 'exact')]
  for (const reading of readingsOf(q)) {
    yield
    const found = namedIn(world, reading.name).filter(isWithin).slice(0, NAMESAKES)
    const isLikely = ({ population }: WorldPlace) => !reading.isOpen || population >= VILLAGE
    const there = found.filter((place) => isLikely(place) && isAround(reading, surroundingsOfRegion(place)))
    if (there.length > 0) return known(there, 'context', reading.name)
  }
  const coded = world.coded(q).filter(isWithin)
  if (coded.length > 0) return known(coded, 'exact')
  yield
  const near = world.similarTo(q, within === null ? MOST : NAMESAKES).filter(({ place }) => isWithin(place))
  const sameSlips = near.filter(({ slips }) => slips === near[0]?.slips).map(({ place }) => place)
  const nearest = withLargeNamesakes(world, sameSlips).filter(isWithin)
  yield
  const inParts = (near[0]?.slips ?? FAR) < FAR ? [] : largestInParts(world, q).filter(isWithin)
  // "Santiago Ehtal" is more likely a typing error in Santiago Etla, which has the word too.
  const isNearer = inParts.some((part) => nearest.some(({ name }) => isShortForm(part.name, name)))
  return known(inParts.length > 0 && !isNearer ? inParts : nearest, 'similar')
}

/** How many times as many people a misspelled place has as the places that have the text as a name in another language. */
const FAR_LARGER = 50

/**
 * The large place that a text means with one typing error rather than a small one's name in another language; none or one.
 * “barcalona” is Barcelona, although Barcelonne-du-Gers has also been called so.
 */
export function likelierSlip(world: WorldPlaces, q: string, named: readonly WorldPlace[]): WorldPlace[] {
  if (named.length === 0 || named.some((place) => isSpelled(q, place.name) || isLarge(place))) return []
  const least = FAR_LARGER * Math.max(...named.map(({ population }) => population))
  const near = world.similarTo(q, NAMESAKES)
  return near
    .filter(({ place, slips }) => slips < FAR && isLarge(place) && place.population >= least)
    .slice(0, 1)
    .map(({ place }) => place)
}

/**
 * Adds the large places that have one of the names in another language, the most populous first: only own names are compared with
 * a text, and “sevile” is rather Sevilla than the Seville of 2,340 people in Ohio.
 */
function withLargeNamesakes(world: WorldPlaces, places: readonly WorldPlace[]): WorldPlace[] {
  const names = new Set(places.map(({ name }) => foldName(name)))
  const namesakes = [...names].flatMap((name) => world.named(name).filter(isLarge))
  const all = new Map([...places, ...namesakes].map((place) => [place.index, place]))
  return [...all.values()].sort((a, b) => a.index - b.index)
}

/** The likeliest large place among the words of a text, such as Berlin in "10115 Berlin"; none or one. */
function largestInParts(world: WorldPlaces, q: string): WorldPlace[] {
  for (const parts of partsOf(q)) {
    const large = parts.flatMap((part) =>
      namedIn(world, part)
        .filter(isLarge)
        .map((place) => ({ place, weight: likelihood(part, place) })),
    )
    const [likeliest] = large.sort((a, b) => b.weight - a.weight)
    if (likeliest) return [likeliest.place]
  }
  return []
}

/** The places with a name; if there are none, those with another spelling of it. */
function namedIn(world: WorldPlaces, name: string): WorldPlace[] {
  for (const spelling of spellingsOf(name)) {
    const found = placesCalled(world, spelling)
    if (found.length > 0) return found
  }
  return []
}

/** The airports that a text names (see `findAirports`). Those of a large town that it names in any language come first. */
export function findKnownAirports(world: WorldPlaces, q: string, within: string | null = null): KnownAirport[] {
  const found = findAirports(world.airports, q, within)
  const town = townOfAirport(q)
  const [place] = town === null ? [] : namedIn(world, town).filter(isLarge)
  const ofTown = place ? findAirports(world.airports, `${place.name} airport`, place.country) : []
  const isWithin = ({ country }: KnownAirport) => within === null || country === within
  const unique = new Map([...ofTown.filter(isWithin), ...found].map((airport) => [airport.code, airport]))
  return [...unique.values()].slice(0, MOST_AIRPORTS)
}

/**
 * The places with exactly this name in any language, the most populous first. Where it is not a place's own name, cities with this
 * code count too: GeoNames lists "nyc" as a name of Manhattan.
 */
export function placesCalled(world: WorldPlaces, name: string): WorldPlace[] {
  const named = world.named(name)
  const text = foldName(name)
  if (named.length === 0 || named.some((place) => foldName(place.name) === text)) return named
  const both = new Map([...named, ...world.coded(name)].map((place) => [place.index, place]))
  return [...both.values()].sort((a, b) => a.index - b.index)
}
