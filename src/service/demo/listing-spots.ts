import { median } from 'd3-array'
import { cellToBoundary, latLngToCell } from 'h3-js'
import { type Cell, trustCell } from '../../domain/cell.ts'
import type { Listing } from '../listings/listing-store.ts'
import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'
import { COUNTRYSIDE } from './data/country-markets.ts'
import type { LandMask } from './land-mask.ts'
import { LISTING_SHARES, type MarketMap, type MarketTown, type Village } from './market-map.ts'
import { hashUnit, nearNormal, type Random } from './random.ts'
import type { Settlement } from './settlements.ts'
import type { Territory } from './territory.ts'
import type { Town } from './towns.ts'

/** The input for drawing the positions of listings. */
export interface SpotSource {
  readonly market: MarketMap
  readonly land: LandMask
  readonly territoryOf: (settlement: Settlement) => Territory
  readonly listings: number
  readonly seed: number
}

/** The columns of a listing that name its places. */
type Names = Pick<Listing, 'region' | 'province' | 'city' | 'macrozone' | 'microzone'>

/** The properties of an offer that follow from its position. */
export interface Offer {
  readonly country: DemoCountry
  /** Price per m² at the end of the market's months. */
  readonly level: number
  readonly urbanity: number
  readonly names: Names
}

/** A point in a cell at resolution 8, on land of the offer's country. */
export interface Spot {
  readonly offer: Offer
  readonly cell: Cell
  readonly lat: number
  readonly lng: number
}

/** Spots in towns. Each cell gets its share to within one listing, so that town centres have no gaps by chance. */
export function* urbanSpots(
  { market, land, territoryOf, listings, seed }: SpotSource,
  random: Random,
): Generator<Spot> {
  const { urban, towns } = market
  const wanted = listings * (LISTING_SHARES.cities + LISTING_SHARES.towns)
  let due = hashUnit(seed, 1)
  for (let i = 0; i < urban.cells.length; i++) {
    due += wanted * (market.share[i] as number)
    if (due < 1) continue
    const cell = urban.cells[i] as Cell
    const town = towns[urban.town[i] as number] as MarketTown
    const offer: Offer = {
      country: town.country,
      level: market.price[i] as number,
      urbanity: urbanity(town.population, urban.away[i] as number),
      names: namesOf(market, territoryOf, i),
    }
    const corners = cellToBoundary(cell)
    const centre = [urban.lat[i] as number, urban.lng[i] as number] as const
    for (; due >= 1; due--) {
      const [lat, lng] = dryPointWithin(centre, corners, (y, x) => land.isLand(town.country, y, x), random)
      yield { offer, cell, lat, lng }
    }
  }
}

const RURAL_RES = 8
const DRY_TRIES = 4

/** Spots in and around villages. */
export function* ruralSpots(source: SpotSource, random: Random): Generator<Spot> {
  const { market, territoryOf, listings, seed } = source
  const weights = villageWeights(market)
  const wanted = listings * LISTING_SHARES.countryside
  let due = hashUnit(seed, 2)
  for (let v = 0; v < market.villages.length; v++) {
    due += wanted * (weights[v] as number)
    const { town: village, level } = market.villages[v] as Village
    const { region, province } = territoryOf(village)
    const names = { region: region?.name ?? null, province: province?.name ?? null }
    for (; due >= 1; due--) {
      const found = ruralPoint(village, source.land, random)
      if (!found) continue
      const [lat, lng, away_km] = found
      const cell = trustCell(latLngToCell(lat, lng, RURAL_RES))
      const within = urbanIndex(market, cell, village.country)
      const offer: Offer = {
        country: village.country,
        level: within === undefined ? level * Math.exp(-0.05 * away_km) : (market.price[within] as number),
        urbanity: 0.22 / (1 + away_km),
        names:
          within === undefined
            ? { ...names, city: null, macrozone: null, microzone: null }
            : namesOf(market, territoryOf, within),
      }
      yield { offer, cell, lat, lng }
    }
  }
}

function urbanIndex({ urban, towns }: MarketMap, cell: Cell, country: DemoCountry): number | undefined {
  const index = urban.indexOf.get(cell)
  // Across a border, the town belongs to another country.
  return index !== undefined && towns[urban.town[index] as number]?.country === country ? index : undefined
}

/** The ground that a country's view shows as one hexagon. */
const GROUND_RES = 4
/** With this many people in its towns, a hexagon gets as many listings from towns as from villages. */
const TOWN_PEOPLE = 300_000

/** One hexagon of a country's view: the weight of its villages, and the number of people in its towns. */
interface Ground {
  villages: number
  townPeople: number
}

/**
 * Each village's share of the countryside's listings; their sum is 1. Hexagons with about the usual number of people or
 * more have the same number of listings, so that a country's view shows its whole country; the emptiest have few.
 */
function villageWeights({ towns, villages }: MarketMap): Float64Array {
  const own = (town: Town) => Math.max(300, town.population) ** 0.8
  const weights = new Float64Array(villages.length)
  for (const country of DEMO_COUNTRIES) {
    const grounds = new Map<string, Ground>()
    const groundOf = ({ lat, lng }: Town): Ground => {
      const cell = latLngToCell(lat, lng, GROUND_RES)
      const known = grounds.get(cell) ?? { villages: 0, townPeople: 0 }
      grounds.set(cell, known)
      return known
    }
    for (const town of towns) if (town.country === country) groundOf(town).townPeople += town.population
    const ofCountry = villages.flatMap(({ town }, index) =>
      town.country === country ? [{ index, own: own(town), ground: groundOf(town) }] : [],
    )
    for (const { own, ground } of ofCountry) ground.villages += own
    const usual = median([...grounds.values()].map((ground) => ground.villages)) ?? 1
    let sum = 0
    for (const { index, own, ground } of ofCountry) {
      const settled = Math.max(0.1, 1 / (1 + (usual / ground.villages) ** 4))
      weights[index] = (own / ground.villages) * (settled / (1 + ground.townPeople / TOWN_PEOPLE))
      sum += weights[index] as number
    }
    for (const { index } of ofCountry) weights[index] = ((weights[index] as number) * COUNTRYSIDE[country]) / sum
  }
  return weights
}

/** A point in or around a village, on land; null when a few tries find none. */
function ruralPoint(village: Town, land: LandMask, random: Random): [number, number, number] | null {
  for (let i = 0; i < DRY_TRIES; i++) {
    const inVillage = random() < 0.72
    const away_km = inVillage ? Math.abs(nearNormal(random)) * 0.7 : -Math.log(1 - random()) * 2.6
    const angle = random() * 2 * Math.PI
    const lat = village.lat + (away_km * Math.sin(angle)) / 111.195
    const lng = village.lng + (away_km * Math.cos(angle)) / (111.195 * Math.cos((village.lat * Math.PI) / 180))
    const isBuilt = land.isLand(village.country, lat, lng) && !land.isEmptyGround(lat, lng)
    if (isBuilt && !land.isSea(latLngToCell(lat, lng, RURAL_RES))) return [lat, lng, away_km]
  }
  return null
}

function namesOf(market: MarketMap, territoryOf: SpotSource['territoryOf'], i: number): Names {
  const town = market.towns[market.urban.town[i] as number] as MarketTown
  const { region, province } = territoryOf(town)
  return {
    region: region?.name ?? null,
    province: province?.name ?? null,
    city: town.name,
    macrozone: market.macrozone[i]?.name ?? null,
    microzone: market.microzone[i]?.name ?? null,
  }
}

function urbanity(population: number, away: number): number {
  const size = Math.min(1, Math.max(0.25, Math.log10(population / 3000) / 2.2))
  const inner = Math.max(0, 1 - away) ** 0.8
  return size * (0.25 + 0.75 * inner)
}

/** A point in a cell and on land; the centre, which is on land, when a few tries find none. */
function dryPointWithin(
  centre: readonly [number, number],
  corners: readonly (readonly number[])[],
  isLand: (lat: number, lng: number) => boolean,
  random: Random,
): readonly [number, number] {
  for (let i = 0; i < DRY_TRIES; i++) {
    const point = pointWithin(centre, corners, random)
    if (isLand(point[0], point[1])) return point
  }
  return centre
}

// A cell's edges are great circles, but points are drawn between straight lines; this margin keeps them inside.
const INNER_SHARE = 0.985

function pointWithin(
  [lat, lng]: readonly [number, number],
  corners: readonly (readonly number[])[],
  random: Random,
): [number, number] {
  const corner = Math.floor(random() * corners.length)
  const a = corners[corner] as [number, number]
  const b = corners[(corner + 1) % corners.length] as [number, number]
  let u = random()
  let v = random()
  if (u + v > 1) {
    u = 1 - u
    v = 1 - v
  }
  u *= INNER_SHARE
  v *= INNER_SHARE
  return [lat + u * (a[0] - lat) + v * (b[0] - lat), lng + u * (a[1] - lng) + v * (b[1] - lng)]
}
