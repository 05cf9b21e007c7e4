import type { Logger } from 'pino'
import { distanceKm } from '../../domain/distance.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { hasNumbersOf } from '../../domain/names/name-numbers.ts'
import { isFewSlips, mostSlips, OTHER_LANGUAGE, slipsAllowed, slipsBetween } from '../../domain/names/typing-slips.ts'
import { type Airport, loadAirports } from './airports.ts'
import { type NearName, nearNames } from './near-names.ts'
import { readPacked } from './read-packed.ts'
import { NO_WORLD, type WorldPlace, type WorldPlaces } from './world-place.ts'
import { openSections, type SortedNames } from './world-sections.ts'

/** The first character of codes among the sorted names, as `scripts/world-places.js` writes them. */
const CODE_MARK = '#'
/** Stands for the division of islands and coasts, as `scripts/world-places.js` writes it. */
const NO_TOWN = '*'
/** A little more than the gazetteer has, unpacked. */
const GAZETTEER_BYTES = 32 * 2 ** 20
/** How many places with similar names are also compared by their own name. */
const COMPARED = 300

let opened: Promise<WorldPlaces> | null = null

/**
 * Reads the gazetteer that `scripts/world-places.js` made. Service and proxy share one copy in a process: 30 MB outside
 * the heap, and nothing to index, because its names are sorted.
 */
export function loadWorldPlaces(): Promise<WorldPlaces> {
  opened ??= read()
  return opened
}

/** Loads the gazetteer on first use. When it cannot be read, that is logged once and there are no places. */
export function openWorld(log: Pick<Logger, 'error'>, load = loadWorldPlaces): () => Promise<WorldPlaces> {
  let world: Promise<WorldPlaces> | null = null
  return () => {
    world ??= load().catch((err: unknown) => {
      log.error({ err }, 'the gazetteer of the world cannot be read; search finds only what the place tree has')
      return NO_WORLD
    })
    return world
  }
}

async function read(): Promise<WorldPlaces> {
  const [bytes, airports] = await Promise.all([readPacked('world-places.bin.br', GAZETTEER_BYTES), loadAirports()])
  return openWorldPlaces(bytes, airports)
}

function openWorldPlaces(bytes: Buffer, airports: readonly Airport[]): WorldPlaces {
  const { lat, lng, population, labels, country, admin, names, namesOf } = openSections(bytes)
  const at = (index: number): WorldPlace => ({
    index,
    name: labels(index),
    country: country.toString('latin1', 2 * index, 2 * index + 2),
    admin: admin
      .toString('latin1', 3 * index, 3 * index + 3)
      .replace(NO_TOWN, '')
      .trim(),
    population: population[index] ?? 0,
    lat: (lat[index] ?? 0) / 1e5,
    lng: (lng[index] ?? 0) / 1e5,
  })
  const holdersOf = (text: string) => {
    const found = find(names, text)
    return found === null ? [] : names.holders(found).map(at)
  }
  return {
    size: population.length,
    at,
    airports,
    named: (name) => holdersOf(foldName(name)),
    coded: (code) => holdersOf(CODE_MARK + foldName(code)),
    similarTo(name, limit) {
      const typed = foldName(name)
      const least = new Map<number, number>()
      for (const { position, slips: found } of nearestNames(names, typed)) {
        for (const index of names.holders(position)) least.set(index, Math.min(found, least.get(index) ?? found))
      }
      // The places are sorted by their people.
      const nearest = [...least].sort(([a, slipsA], [b, slipsB]) => slipsA - slipsB || a - b).slice(0, COMPARED)
      const found = nearest.map(([index, few]) => {
        const place = at(index)
        const isOwn = slipsBetween(typed, foldName(place.name)) <= few
        return { place, slips: isOwn ? few : few + OTHER_LANGUAGE }
      })
      return found.sort((a, b) => a.slips - b.slips || a.place.index - b.place.index).slice(0, limit)
    },
    namesOf: ({ index }) => namesOf(index).map((position) => names.text(position)),
    nearestTo(here, { countries, population: people, limit }) {
      const found: { index: number; km: number }[] = []
      for (let index = 0; index < population.length && (population[index] ?? 0) >= people; index++) {
        if (!countries.has(country.toString('latin1', 2 * index, 2 * index + 2))) continue
        if (admin.toString('latin1', 3 * index, 3 * index + 1) === NO_TOWN) continue
        const there = { lat: (lat[index] ?? 0) / 1e5, lng: (lng[index] ?? 0) / 1e5 }
        found.push({ index, km: distanceKm(here, there) })
      }
      return found
        .sort((a, b) => a.km - b.km)
        .slice(0, limit)
        .map(({ index }) => at(index))
    },
  }
}

/**
 * Names with the numbers of a text and within the typing errors that a text of its length may have; if there are none, those with
 * letters left out.
 */
function nearestNames(names: SortedNames, typed: string): NearName[] {
  const letters = typed.replaceAll(' ', '').length
  const [few, most] = [slipsAllowed(letters), mostSlips(letters)]
  const within = (slips: number) =>
    nearNames(names, typed, slips).filter(({ position }) => hasNumbersOf(typed, names.text(position)))
  const near = few === 0 ? [] : within(few)
  if (near.length > 0 || most === few) return near
  return within(most).filter(({ position, slips }) => isFewSlips(slips, typed, names.text(position)))
}

/** The position of a name in the sorted names; null when it is not there. */
function find(names: SortedNames, folded: string): number | null {
  if (folded === '') return null
  const wanted = Buffer.from(folded)
  let low = 0
  let high = names.count
  while (low < high) {
    const middle = (low + high) >> 1
    const order = names.compare(middle, wanted)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return null
}
