import { COUNTRY_MARKETS } from './data/country-markets.ts'
import { groundKm } from './land-mask.ts'
import { hashUnit } from './random.ts'
import type { Town } from './towns.ts'

/** A town's surroundings: the pull of cities with a known price level. */
export interface Surroundings {
  /** Price per m² in the country's currency, estimated from the region and the cities around. */
  readonly level: number
  /** How far the town belongs to a large city's commuter belt, from 0 to 1. */
  readonly pull: number
}

const FARTHEST_KM = 150
// Degrees of latitude, for a cheap first check.
const FARTHEST_DEGREES = FARTHEST_KM / 111

interface Anchor {
  readonly town: Town
  readonly level: number
  readonly reach_km: number
  readonly perMille: number
}

/** Returns a function that computes the surroundings of a town. */
export function surroundingsOf(towns: readonly Town[]): (town: Town) => Surroundings {
  const anchors = new Map<string, Anchor[]>()
  for (const town of towns) {
    if (!town.market) continue
    const [, level, perMille] = town.market
    const reach_km = 5 + 0.02 * Math.sqrt(town.population) + (perMille >= 14 ? 6 : 0)
    const own = anchors.get(town.country) ?? []
    own.push({ town, level, reach_km, perMille })
    anchors.set(town.country, own)
  }
  return (town) => pullOn(town, anchors.get(town.country) ?? [])
}

function pullOn(town: Town, anchors: readonly Anchor[]): Surroundings {
  const { basePrice, regionFactors } = COUNTRY_MARKETS[town.country]
  const size = (Math.max(1000, town.population) / 20_000) ** 0.05
  const chance = Math.exp((hashUnit(town.id, 1) + hashUnit(town.id, 2) - 1) * 0.35)
  const base = Math.log(basePrice * (regionFactors[town.admin] ?? 1) * size)
  let strongest = 0
  let weights = 0
  let levels = 0
  let pull = 0
  for (const anchor of anchors) {
    if (Math.abs(town.lat - anchor.town.lat) > FARTHEST_DEGREES) continue
    const away = groundKm(town.lat, town.lng, anchor.town.lat, anchor.town.lng)
    if (away > FARTHEST_KM) continue
    const weight = Math.exp(-Math.max(0, away - anchor.town.radius_km) / anchor.reach_km)
    strongest = Math.max(strongest, weight)
    weights += weight * weight
    levels += weight * weight * Math.log(anchor.level * 0.78)
    if (anchor.perMille >= 8) pull = Math.max(pull, weight)
  }
  const near = weights > 0 ? levels / weights : base
  return { level: Math.exp(base + (near - base) * strongest) * chance, pull }
}
