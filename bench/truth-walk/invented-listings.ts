import { gzipSync } from 'node:zlib'
import { type Dice, throwDice } from './dice.ts'

interface Town {
  readonly name: string
  readonly province: string
  readonly lat: number
  readonly lng: number
  /** Share of all listings. */
  readonly share: number
  /** Price of a flat, in kroner per m². */
  readonly level: number
  /** Standard deviation of the distance from the centre, in km. */
  readonly spreadKm: number
}

// Near water and within sight of another country, so that views have sea and ground without a market; but so far from the
// shore that no home floats.
const TOWNS: readonly Town[] = [
  { name: 'København', province: 'Hovedstaden', lat: 55.69, lng: 12.46, share: 0.5, level: 48_000, spreadKm: 2.5 },
  { name: 'Roskilde', province: 'Sjælland', lat: 55.62, lng: 12.1, share: 0.12, level: 31_000, spreadKm: 1.5 },
  { name: 'Hillerød', province: 'Hovedstaden', lat: 55.93, lng: 12.3, share: 0.1, level: 29_000, spreadKm: 2 },
  { name: 'Odense', province: 'Syddanmark', lat: 55.39, lng: 10.38, share: 0.13, level: 24_000, spreadKm: 2.5 },
  { name: 'Aarhus', province: 'Midtjylland', lat: 56.15, lng: 10.12, share: 0.15, level: 33_000, spreadKm: 2 },
]
const QUARTERS = ['Nord', 'Syd', 'Øst', 'Vest', 'Havn', 'Bakke'] as const
const TYPES = ['apartment', 'apartment', 'apartment', 'house', 'studio'] as const
const HEAD =
  'price;currency;area;rooms;latitude;longitude;date;adsubtype;propertytype;country;province;city;neighbourhood'
const DAY_MS = 86_400_000
const MONTHS_DAYS = 120

/** Returns a file of invented listings as somebody would export it: gzipped CSV, semicolons, the months before a day. */
export function inventListings(count: number, seed: number, today: Date): Buffer {
  const dice = throwDice(seed)
  const rows = Array.from({ length: count }, () => listing(dice, townOf(dice), today))
  return gzipSync([HEAD, ...rows].join('\n'))
}

function townOf(dice: Dice): Town {
  const at = dice.next()
  let end = 0
  for (const town of TOWNS) {
    end += town.share
    if (at < end) return town
  }
  return dice.pick(TOWNS)
}

function listing(dice: Dice, town: Town, today: Date): string {
  const [north, east] = [dice.around(town.spreadKm), dice.around(town.spreadKm)]
  const lat = town.lat + north / 111.2
  const lng = town.lng + east / (111.2 * Math.cos((town.lat * Math.PI) / 180))
  const rooms = 1 + dice.below(5)
  const area = 22 + 24 * rooms + dice.below(20)
  const isRent = dice.chance(0.2)
  const level = town.level * Math.exp(-Math.hypot(north, east) / (4 * town.spreadKm)) * (0.8 + 0.4 * dice.next())
  const price = isRent ? Math.round((area * level) / 2500) * 10 : Math.round((area * level) / 1000) * 1000
  const quarter = QUARTERS[Math.floor(((Math.atan2(north, east) + Math.PI) / (2 * Math.PI)) * 5.999)] ?? QUARTERS[0]
  const day = new Date(today.getTime() - dice.below(MONTHS_DAYS) * DAY_MS).toISOString().slice(0, 10)
  return [
    price,
    'DKK',
    area,
    rooms,
    lat.toFixed(6),
    lng.toFixed(6),
    day,
    isRent ? 'rent' : 'buy',
    dice.pick(TYPES),
    'dk',
    town.province,
    town.name,
    `${town.name} ${quarter}`,
  ].join(';')
}
