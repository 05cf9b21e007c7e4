import type { DemoCountry } from './data/countries.ts'
import { COUNTRY_MARKETS } from './data/country-markets.ts'
import { nearNormal, type Random } from './random.ts'

/** An offer without date and place. */
export interface Home {
  ad_sub_type: 'buy' | 'rent'
  property_type: string
  rooms: number | null
  /** m²; null when the advertisement has none. */
  area: number | null
  price: number
}

/** The site of an offer. */
export interface Site {
  readonly country: DemoCountry
  /** Price per m² of a home for sale, in the country's currency, at the date of the offer. */
  readonly price_per_sqm: number
  /** 1 in the centre of a large city, 0 in the countryside. */
  readonly urbanity: number
}

type Shares = readonly number[]

// Shares by number of rooms, starting at 0.
const ROOMS: Readonly<Record<string, Shares>> = {
  apartment: [0, 0.2, 0.36, 0.3, 0.11, 0.03],
  duplex: [0, 0.05, 0.3, 0.4, 0.25],
  penthouse: [0, 0.1, 0.3, 0.35, 0.2, 0.05],
  townhouse: [0, 0, 0.22, 0.48, 0.25, 0.05],
  house: [0, 0, 0.1, 0.34, 0.34, 0.15, 0.05, 0.02],
}

// Price per m² relative to an apartment of 80 m².
const TYPE_PRICE: Readonly<Record<string, number>> = {
  apartment: 1,
  studio: 1.06,
  duplex: 1.02,
  penthouse: 1.2,
  townhouse: 0.97,
  house: 0.95,
  office: 0.8,
  retail: 0.85,
  land: 0.13,
}

const SIZE: Record<DemoCountry, number> = { es: 1, fr: 0.93, de: 0.98, gb: 0.9, us: 1.16, au: 1.12 }

const WITHOUT_AREA = 0.018
const OUTLIERS = 0.005

/** Draws one offer at a site; about three in ten are to let. */
export function offerHome(site: Site, random: Random): Home {
  const { urbanity } = site
  const property_type = drawType(site, random)
  const rooms = property_type === 'studio' ? 0 : drawRooms(property_type, random)
  const area = drawArea(property_type, rooms, site, random)
  const letting = property_type === 'land' ? 0 : 0.27 + 0.16 * urbanity - (property_type === 'house' ? 0.1 : 0)
  const ad_sub_type = random() < letting ? 'rent' : 'buy'
  const size = (area / 80) ** (property_type === 'land' ? -0.2 : -0.09)
  const chance = Math.exp(nearNormal(random) * 0.17)
  const perSqm = site.price_per_sqm * (TYPE_PRICE[property_type] ?? 1) * size * chance
  const exact = ad_sub_type === 'buy' ? perSqm * area : monthlyRent(site, perSqm, area)
  const home: Home = { ad_sub_type, property_type, rooms, area, price: roundPrice(exact, ad_sub_type) }
  return random() < OUTLIERS + WITHOUT_AREA ? spoil(home, random) : home
}

function drawType({ country, urbanity }: Site, random: Random): string {
  const [edge, centre] = COUNTRY_MARKETS[country].apartments
  const kind = random()
  if (kind < 0.025 * urbanity) return random() < 0.5 ? 'office' : 'retail'
  if (kind > 1 - 0.035 * (1 - urbanity)) return 'land'
  if (random() < edge * 0.6 + (centre - edge * 0.6) * urbanity) {
    const flat = random()
    if (flat < 0.09) return 'studio'
    if (flat < 0.14) return 'duplex'
    return flat < 0.14 + 0.05 * urbanity ? 'penthouse' : 'apartment'
  }
  return random() < (country === 'gb' ? 0.55 : 0.32) + 0.2 * urbanity ? 'townhouse' : 'house'
}

function drawRooms(property_type: string, random: Random): number | null {
  const shares = ROOMS[property_type]
  if (!shares) return null
  let left = random()
  for (let rooms = 0; rooms < shares.length; rooms++) {
    left -= shares[rooms] as number
    if (left < 0) return rooms
  }
  return shares.length - 1
}

function drawArea(property_type: string, rooms: number | null, site: Site, random: Random): number {
  const size = SIZE[site.country] * (1.08 - 0.16 * site.urbanity)
  const spread = Math.exp(nearNormal(random) * 0.16)
  return Math.round(typicalArea(property_type, rooms, random) * size * spread)
}

function typicalArea(property_type: string, rooms: number | null, random: Random): number {
  switch (property_type) {
    case 'studio':
      return 31
    case 'land':
      return 350 * Math.exp(random() * 1.6)
    case 'office':
    case 'retail':
      return 70 * Math.exp(random() * 1.2)
    case 'house':
      return 58 + 26 * (rooms ?? 3)
    case 'townhouse':
      return 46 + 22 * (rooms ?? 3)
    case 'penthouse':
    case 'duplex':
      return 42 + 24 * (rooms ?? 3)
    default:
      return 31 + 20 * (rooms ?? 2)
  }
}

/** Expensive places yield less rent for their price, and small homes more. */
function monthlyRent({ country, price_per_sqm }: Site, perSqm: number, area: number): number {
  const { rentYield, yieldPrice } = COUNTRY_MARKETS[country]
  const yearly = rentYield * (price_per_sqm / yieldPrice) ** -0.28 * (area / 70) ** -0.18
  return (perSqm * area * yearly) / 12
}

function roundPrice(exact: number, ad_sub_type: 'buy' | 'rent'): number {
  if (ad_sub_type === 'rent') return Math.max(50, exact < 2500 ? roundTo(exact, 5) : roundTo(exact, 50))
  if (exact < 150_000) return Math.max(500, roundTo(exact, 500))
  return exact < 1_000_000 ? roundTo(exact, 1000) : roundTo(exact, 5000)
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step
}

/** Leaves the area out, or adds a mistake that is common on portals. */
function spoil(home: Home, random: Random): Home {
  if (random() < WITHOUT_AREA / (WITHOUT_AREA + OUTLIERS)) return { ...home, area: null }
  const mistake = random()
  if (mistake < 0.5) return { ...home, price: home.price * 10 }
  if (mistake < 0.75) return { ...home, price: Math.max(1, Math.round(home.price / 10)) }
  return home.area === null ? home : { ...home, area: home.area * 10 }
}
