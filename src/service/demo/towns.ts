import { CITY_MARKETS, type CityMarket } from './data/city-markets.ts'
import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'
import { COUNTRY_MARKETS } from './data/country-markets.ts'
import { groundKm } from './land-mask.ts'
import type { Settlement } from './settlements.ts'

/** A town with its sections. */
export interface Town extends Settlement {
  readonly radius_km: number
  /** Level and weight set by hand; null for most towns. */
  readonly market: CityMarket | null
  readonly parts: readonly Settlement[]
}

type Extent = { settlement: Settlement; radius_km: number; market: CityMarket | null; parts: Settlement[] }

const NEW_YORK_BOROUGHS_KM = 34
// Degrees of latitude; no town of the market reaches farther.
const FARTHEST_DEGREES = 0.6
const LONDON_BOROUGH = /^[A-Z]\d$/

/** Separates towns from sections of towns, and assigns each section to its town. */
export function groupTowns(settlements: readonly Settlement[]): Town[] {
  const towns: Town[] = []
  for (const country of DEMO_COUNTRIES) {
    const own = settlements.filter((settlement) => settlement.country === country)
    towns.push(...groupCountry(country, own))
  }
  return towns
}

/** The key of a town in the tables of quarters. */
export function townKey(town: Settlement): string {
  return `${town.country}/${town.name}`
}

function groupCountry(country: DemoCountry, settlements: readonly Settlement[]): Town[] {
  const markets = new Map(CITY_MARKETS[country].map((market) => [market[0], market]))
  const largest = largestByName(settlements)
  const isHead = (s: Settlement) => markets.has(s.name) && largest.get(s.name) === s
  const sections = new Set(settlements.filter((s) => !isHead(s) && isSection(s, largest)))
  const extents = settlements
    .filter((s) => !sections.has(s))
    .map((s) => extent(s, isHead(s) ? (markets.get(s.name) ?? null) : null))
  const hosts = extents.filter((e) => e.settlement.population >= 20_000)
  for (const section of sections) {
    const host = hostOf(section, hosts, largest)
    if (host) host.parts.push(section)
    else extents.push(extent(section, null))
  }
  return extents.map(townOf)
}

// Spelled out because spreading fifty thousand settlements takes half a second.
function townOf({ settlement, radius_km, market, parts }: Extent): Town {
  const { id, name, country, admin, muni, muniSub, feature, population, lat, lng } = settlement
  return { id, name, country, admin, muni, muniSub, feature, population, lat, lng, radius_km, market, parts }
}

function largestByName(settlements: readonly Settlement[]): Map<string, Settlement> {
  const largest = new Map<string, Settlement>()
  for (const settlement of settlements) {
    const known = largest.get(settlement.name)
    if (!known || known.population < settlement.population) largest.set(settlement.name, settlement)
  }
  return largest
}

// GeoNames rarely marks sections as such. The others have Spanish sub-municipal codes, London's borough codes, or are
// New York settlements without a code.
function isSection(s: Settlement, largest: Map<string, Settlement>): boolean {
  if (s.feature === 'PPLX' || s.feature === 'PPLQ') return true
  if (s.country === 'es') return s.muniSub !== ''
  if (s.country === 'gb') return LONDON_BOROUGH.test(s.muni)
  if (s.country !== 'us' || s.admin !== 'NY' || s.muni !== '') return false
  const newYork = largest.get('New York City')
  return newYork !== undefined && groundKm(s.lat, s.lng, newYork.lat, newYork.lng) < NEW_YORK_BOROUGHS_KM
}

function extent(settlement: Settlement, market: CityMarket | null): Extent {
  const sprawl = COUNTRY_MARKETS[settlement.country].sprawl
  const byPopulation = Math.max(0.7, 0.0085 * sprawl * Math.sqrt(settlement.population))
  return { settlement, radius_km: market && market[3] > 0 ? market[3] : byPopulation, market, parts: [] }
}

function hostOf(section: Settlement, hosts: readonly Extent[], largest: Map<string, Settlement>): Extent | null {
  if (section.country === 'gb' && LONDON_BOROUGH.test(section.muni)) {
    return hosts.find(({ settlement }) => settlement === largest.get('London')) ?? null
  }
  let best: Extent | null = null
  let bestShare = section.country === 'au' ? 1.4 : 1.15
  for (const host of hosts) {
    if (host.settlement.population < section.population) continue
    if (Math.abs(host.settlement.lat - section.lat) > FARTHEST_DEGREES) continue
    const sameMuni = section.country === 'es' && section.muniSub !== '' && host.settlement.muni === section.muni
    const away = groundKm(section.lat, section.lng, host.settlement.lat, host.settlement.lng)
    const share = sameMuni && host.settlement.muniSub === '' ? away / 1000 : away / host.radius_km
    if (share < bestShare || (share === bestShare && best === null)) {
      best = host
      bestShare = share
    }
  }
  return best
}
