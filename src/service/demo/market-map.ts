import { DEMO_COUNTRIES } from './data/countries.ts'
import { COUNTRY_MARKETS } from './data/country-markets.ts'
import { groundKm, type LandMask } from './land-mask.ts'
import { groundNoise } from './noise.ts'
import { type Surroundings, surroundingsOf } from './price-levels.ts'
import { divideTown, type Quarter } from './quarters.ts'
import type { Town } from './towns.ts'
import { layOutTowns, type UrbanCells } from './urban-cells.ts'

/** A town of the place tree with its market. */
export interface MarketTown extends Town {
  /** Mean price per m² in the country's currency. */
  readonly level: number
  readonly surroundings: Surroundings
  readonly quarters: readonly Quarter[]
}

/** A town too small for the tree. */
export interface Village {
  readonly town: Town
  /** Mean price per m² in the country's currency. */
  readonly level: number
}

/** How much is offered where, and at what price. */
export interface MarketMap {
  readonly towns: readonly MarketTown[]
  /** The countryside. */
  readonly villages: readonly Village[]
  readonly urban: UrbanCells
  /** By urban cell: price per m² of a home for sale in the country's currency, at the end of the period. */
  readonly price: Float64Array
  /** By urban cell: its share of all urban listings; the sum is 1. */
  readonly share: Float64Array
  readonly macrozone: readonly (Quarter | null)[]
  readonly microzone: readonly (Quarter | null)[]
}

/** Shares of all listings: cities set by hand, other towns, countryside. */
export const LISTING_SHARES = { cities: 0.47, towns: 0.14, countryside: 0.39 } as const

const MICROZONE_KM = 2.2
const LOCAL_FACTOR_SHARPNESS_KM2 = 0.4

/** Draws the map of the market, which takes about two seconds. */
export function drawMarket(allTowns: readonly Town[], land: LandMask, seed: number): MarketMap {
  const surroundings = surroundingsOf(allTowns)
  const towns: MarketTown[] = []
  const villages: Village[] = []
  for (const town of allTowns) {
    const around = surroundings(town)
    const level = town.market?.[1] ?? around.level
    const inTree = town.market !== null || town.population >= COUNTRY_MARKETS[town.country].cityPopulation
    if (inTree) towns.push({ ...town, level, surroundings: around, quarters: divideTown(town) })
    else villages.push({ town, level })
  }

  const urban = layOutTowns(towns, land, seed)
  const count = urban.cells.length
  const price = new Float64Array(count)
  const share = new Float64Array(count)
  const macrozone: (Quarter | null)[] = new Array(count).fill(null)
  const microzone: (Quarter | null)[] = new Array(count).fill(null)
  const quality = [groundNoise(seed + 1, 13), groundNoise(seed + 2, 4), groundNoise(seed + 3, 1.5)] as const
  const crowding = groundNoise(seed + 4, 1.7)
  const coastal = towns.map((town) => touchesWater(land, town.lat, town.lng, town.radius_km + 3))

  for (let i = 0; i < count; i++) {
    const townIndex = urban.town[i] as number
    const town = towns[townIndex] as MarketTown
    const lat = urban.lat[i] as number
    const lng = urban.lng[i] as number
    const away = urban.away[i] as number
    const local = localFactor(town, lat, lng, away)
    macrozone[i] = local.macrozone
    microzone[i] = local.microzone
    const noise = 0.1 * quality[0](lat, lng) + 0.13 * quality[1](lat, lng) + 0.09 * quality[2](lat, lng)
    const sea = coastal[townIndex] ? seaside(land, lat, lng) : 0
    price[i] = town.level * local.factor * Math.exp(noise + sea)
    share[i] = density(away, town.radius_km) * (0.55 + 0.9 * local.closeness) * Math.exp(0.4 * crowding(lat, lng))
  }
  normaliseShares(towns, urban, share)
  return { towns, villages, urban, price, share, macrozone, microzone }
}

interface Local {
  readonly factor: number
  /** 1 in the middle of a quarter, falling to 0 away from any. */
  readonly closeness: number
  readonly macrozone: Quarter | null
  readonly microzone: Quarter | null
}

/** A point's position in the town: the price relative to the town's mean, and the quarters around. */
function localFactor(town: MarketTown, lat: number, lng: number, away: number): Local {
  const edge = smoothStep((away - 0.8) / 0.5)
  if (town.quarters.length === 0) {
    const amplitude = town.population > 60_000 ? 0.4 : 0.26
    const factor = Math.exp(amplitude * (0.5 - smoothStep(away)) - 0.12 * edge)
    return { factor, closeness: 0.5, macrozone: null, microzone: null }
  }
  let weights = 0
  let factors = 0
  let nearest: Quarter | null = null
  let nearestKm = Number.POSITIVE_INFINITY
  let microzone: Quarter | null = null
  let microzoneKm = MICROZONE_KM
  for (const quarter of town.quarters) {
    for (const seed of quarter.seeds) {
      const km = groundKm(lat, lng, seed.lat, seed.lng)
      const weight = 1 / (km * km + LOCAL_FACTOR_SHARPNESS_KM2) ** 2
      weights += weight
      factors += weight * Math.log(quarter.factor)
      if (km < nearestKm) {
        nearest = quarter
        nearestKm = km
      }
      if (quarter.level === 'microzone' && km < microzoneKm) {
        microzone = quarter
        microzoneKm = km
      }
    }
  }
  const macrozone = microzone?.parent ?? (nearest?.level === 'macrozone' ? nearest : (nearest?.parent ?? null))
  const centre = town.radius_km > 5 ? 0.1 * (0.6 - away) : 0
  const factor = Math.exp(factors / weights + centre - 0.2 * edge)
  return { factor, closeness: Math.exp(-((nearestKm / 1.6) ** 2)), macrozone, microzone }
}

/** Offers per cell relative to the centre. The dense core of a large city is a smaller part of it than a town's. */
function density(away: number, radius_km: number): number {
  const core = Math.min(0.62, (3 + 0.2 * radius_km) / radius_km)
  return 1 / (1 + (away / core) ** 3)
}

function smoothStep(t: number): number {
  const x = Math.min(1, Math.max(0, t))
  return x * x * (3 - 2 * x)
}

const COMPASS = Array.from({ length: 8 }, (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)] as const)

function touchesWater(land: LandMask, lat: number, lng: number, km: number): boolean {
  const east = km / (111.195 * Math.cos((lat * Math.PI) / 180))
  return COMPASS.some(([north, side]) => land.isWater(lat + (north * km) / 111.195, lng + side * east))
}

/** Logarithm of the sea's effect on a price. */
function seaside(land: LandMask, lat: number, lng: number): number {
  if (touchesWater(land, lat, lng, 0.9)) return 0.2
  return touchesWater(land, lat, lng, 2.2) ? 0.09 : 0
}

/** Scales each town's shares so that their sum is the town's share of all urban listings. */
function normaliseShares(towns: readonly MarketTown[], urban: UrbanCells, share: Float64Array): void {
  const perTown = new Float64Array(towns.length)
  for (let i = 0; i < share.length; i++) {
    const town = urban.town[i] as number
    perTown[town] = (perTown[town] as number) + (share[i] as number)
  }
  const wanted = wantedShares(towns.map((town, i) => ((perTown[i] as number) > 0 ? town : null)))
  for (let i = 0; i < share.length; i++) {
    const town = urban.town[i] as number
    share[i] = ((share[i] as number) * (wanted[town] as number)) / (perTown[town] as number)
  }
}

/** Each town's share of all urban listings: set by hand for cities, otherwise by population; 0 for null. */
function wantedShares(towns: readonly (MarketTown | null)[]): Float64Array {
  const byHand = (town: MarketTown | null) => town?.market?.[2] ?? 0
  const byPeople = (town: MarketTown | null) =>
    town && byHand(town) === 0 ? town.population * (1 + 8 * town.surroundings.pull ** 2) : 0
  const handSum = towns.reduce((sum, town) => sum + byHand(town), 0)
  const peopleSum = Object.fromEntries(DEMO_COUNTRIES.map((country) => [country, 0])) as Record<string, number>
  for (const town of towns) if (town) peopleSum[town.country] = (peopleSum[town.country] ?? 0) + byPeople(town)
  const { cities, towns: others } = LISTING_SHARES
  return Float64Array.from(towns, (town) => {
    if (!town) return 0
    const ofTowns = (COUNTRY_MARKETS[town.country].share * byPeople(town)) / (peopleSum[town.country] || 1)
    return (cities * (byHand(town) / handSum) + others * ofTowns) / (cities + others)
  })
}
