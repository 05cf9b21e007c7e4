import type { LatLng } from '../../domain/distance.ts'
import type { Airport } from './airports.ts'

/** A populated place of the world, from GeoNames. */
export interface WorldPlace {
  /** Position in the gazetteer, from the most populous on. */
  readonly index: number
  readonly name: string
  /** Lower-case alpha-2. */
  readonly country: string
  /** GeoNames' code of the first-order division; '' when it is long or unknown. */
  readonly admin: string
  readonly population: number
  readonly lat: number
  readonly lng: number
}

export interface NearWorldPlace {
  readonly place: WorldPlace
  /** Typing errors between the text and one of the place's names, plus a half when that is not its own name. */
  readonly slips: number
}

/** 199,000 places of the world with their names in all languages. */
export interface WorldPlaces {
  /** The places with exactly this name in any language, ignoring case and marks; the most populous first. */
  named(name: string): WorldPlace[]
  /** The cities with this code of two or three letters, such as LA and NYC, ignoring case; the most populous first. */
  coded(code: string): WorldPlace[]
  /** The places with a name a few typing errors away from this text: those with the nearest names, the most populous first. */
  similarTo(name: string, limit: number): NearWorldPlace[]
  /** All names of a place, folded. */
  namesOf(place: Pick<WorldPlace, 'index'>): string[]
  /** The towns of these countries with at least this population, nearest to a point first. */
  nearestTo(at: LatLng, options: { countries: ReadonlySet<string>; population: number; limit: number }): WorldPlace[]
  readonly size: number
  at(index: number): WorldPlace
  /** The larger ones first. */
  readonly airports: readonly Airport[]
}

/** A gazetteer without places. */
export const NO_WORLD: WorldPlaces = {
  size: 0,
  at: (index) => {
    throw new Error(`there is no place ${index}`)
  },
  named: () => [],
  coded: () => [],
  similarTo: () => [],
  namesOf: () => [],
  nearestTo: () => [],
  airports: [],
}
