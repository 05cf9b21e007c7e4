import {
  COMPASS_QUARTERS,
  LONDON_BOROUGHS,
  NEIGHBOURHOOD_NAMES,
  QUARTER_FACTORS,
  QUARTERS,
  type QuarterRow,
} from './data/quarters.ts'
import { groundKm } from './land-mask.ts'
import { hashUnit } from './random.ts'
import type { Settlement } from './settlements.ts'
import { type Town, townKey } from './towns.ts'

/** A district or neighbourhood of a town. */
export interface Quarter {
  readonly name: string
  readonly level: 'macrozone' | 'microzone'
  /** The macrozone of a microzone; null for macrozones and in towns without any. */
  readonly parent: Quarter | null
  readonly population: number
  /** The quarter is all ground nearest to these points; the first is its centre. */
  readonly seeds: readonly { readonly lat: number; readonly lng: number }[]
  /** Price per m² relative to the town's mean. */
  readonly factor: number
  /** Unique within the town. */
  readonly key: string
}

type Draft = { -readonly [K in keyof Quarter]: Quarter[K] } & { seeds: { lat: number; lng: number }[] }

const MANY_PARTS = 8
const DIVIDED_FROM = 80_000
const NEIGHBOURHOODS_FROM = 200_000

/** The quarters of a town: set by hand, from GeoNames' sections, or made up by compass direction. */
export function divideTown(town: Town): Quarter[] {
  const macros = macrozones(town)
  const micros = microzones(town, macros)
  return [...macros, ...micros]
}

function macrozones(town: Town): Draft[] {
  const rows = QUARTERS[townKey(town)]
  if (rows) return macrosByHand(rows)
  if (townKey(town) === 'gb/London') return londonBoroughs()
  if (town.parts.some(({ muniSub, country }) => country === 'es' && muniSub !== '')) return macrosBySubCode(town)
  if (town.parts.length >= MANY_PARTS && town.country !== 'au') return macrosBySize(town)
  return town.population >= DIVIDED_FROM ? compassMacros(town) : []
}

function macrosByHand(rows: readonly QuarterRow[]): Draft[] {
  const byName = new Map<string, Draft>()
  for (const [name, micro, lat, lng, factor] of rows) {
    if (micro !== '') continue
    const known = byName.get(name)
    if (known) known.seeds.push({ lat, lng })
    else byName.set(name, macro(name, lat, lng, factor))
  }
  return [...byName.values()]
}

function londonBoroughs(): Draft[] {
  return Object.values(LONDON_BOROUGHS).map(([name, lat, lng, factor]) => macro(name, lat, lng, factor))
}

function macrosBySubCode(town: Town): Draft[] {
  const heads = new Map<string, Settlement>()
  for (const part of town.parts) {
    const head = heads.get(part.muniSub)
    if (part.muniSub !== '' && (!head || head.population < part.population)) heads.set(part.muniSub, part)
  }
  return [...heads.values()].map((head) => macroOf(town, head))
}

function macrosBySize(town: Town): Draft[] {
  const apart = Math.max(2.2, town.radius_km * 0.24)
  const heads: Settlement[] = []
  for (const part of [...town.parts].sort((a, b) => b.population - a.population || a.id - b.id)) {
    if (heads.every((head) => groundKm(head.lat, head.lng, part.lat, part.lng) >= apart)) heads.push(part)
    if (heads.length === 16) break
  }
  return heads.map((head) => macroOf(town, head))
}

function compassMacros(town: Town): Draft[] {
  const names = COMPASS_QUARTERS[`${town.country}/${town.admin}`] ?? COMPASS_QUARTERS[town.country]
  if (!names) return []
  return names.map((name, i) => {
    const angle = ((i - 1) * Math.PI) / 2 + (hashUnit(town.id, 31) - 0.5) * 0.5
    const away = i === 0 ? 0 : town.radius_km * (0.5 + 0.2 * hashUnit(town.id, i))
    const { lat, lng } = offset(town, away * Math.cos(angle), away * Math.sin(angle))
    return macro(name, lat, lng, unknownFactor(town, town.id * 7 + i, lat, lng))
  })
}

function microzones(town: Town, macros: readonly Draft[]): Draft[] {
  const taken = new Set(macros.map(({ name }) => name.toLowerCase()))
  const micros: Draft[] = []
  const add = (micro: Draft) => {
    if (taken.has(micro.name.toLowerCase())) return
    taken.add(micro.name.toLowerCase())
    micros.push(micro)
  }
  for (const [name, micro, lat, lng, factor] of QUARTERS[townKey(town)] ?? []) {
    const parent = macros.find((m) => m.name === name)
    if (micro !== '' && parent) add(microzone(micro, parent, 8000, lat, lng, factor))
  }
  for (const part of town.parts) add(microOf(town, part, macros))
  if (town.population >= NEIGHBOURHOODS_FROM && micros.length < 4 && macros.length > 0) {
    for (const micro of madeUpMicros(town, macros)) add(micro)
  }
  return micros
}

function microOf(town: Town, part: Settlement, macros: readonly Draft[]): Draft {
  const parent = parentOf(town, part, macros)
  const table = QUARTER_FACTORS[townKey(town)]?.[part.name]
  const own = 1 + (hashUnit(part.id, 5) - 0.5) * 0.2
  const factor = table ?? (parent ? parent.factor * own : unknownFactor(town, part.id, part.lat, part.lng))
  return microzone(part.name, parent, part.population, part.lat, part.lng, factor)
}

function parentOf(town: Town, part: Settlement, macros: readonly Draft[]): Draft | null {
  if (townKey(town) === 'gb/London') {
    const borough = LONDON_BOROUGHS[part.muni]?.[0]
    if (borough) return macros.find(({ name }) => name === borough) ?? null
  }
  if (part.country === 'es' && part.muniSub !== '') {
    const head = town.parts.find((p) => p.muniSub === part.muniSub && macros.some((m) => m.key === `macro/${p.name}`))
    if (head) return macros.find((m) => m.key === `macro/${head.name}`) ?? null
  }
  let best: Draft | null = null
  let bestKm = Number.POSITIVE_INFINITY
  for (const candidate of macros) {
    for (const { lat, lng } of candidate.seeds) {
      const km = groundKm(part.lat, part.lng, lat, lng)
      if (km < bestKm) {
        best = candidate
        bestKm = km
      }
    }
  }
  return best
}

function madeUpMicros(town: Town, macros: readonly Draft[]): Draft[] {
  const names = NEIGHBOURHOOD_NAMES[town.country] ?? []
  const count = Math.min(names.length, 6 + Math.round(town.population / 60_000))
  const first = Math.floor(hashUnit(town.id, 77) * names.length)
  return Array.from({ length: count }, (_, i) => {
    const name = names[(first + i) % names.length] as string
    // The golden angle spreads points evenly over a disc.
    const away = town.radius_km * 0.8 * Math.sqrt((i + 0.5) / count)
    const angle = i * 2.39996 + hashUnit(town.id, 3) * 6
    const { lat, lng } = offset(town, away * Math.cos(angle), away * Math.sin(angle))
    const made = { ...town, name, id: town.id * 31 + i, lat, lng, muniSub: '', population: 5000 }
    return microOf(town, made, macros)
  })
}

/** Price factor of an unknown quarter: higher towards the centre, with a little chance. */
function unknownFactor(town: Town, id: number, lat: number, lng: number): number {
  const away = groundKm(town.lat, town.lng, lat, lng) / town.radius_km
  const chance = (hashUnit(id, 11) + hashUnit(id, 12) - 1) * 0.3
  return Math.exp(0.24 - 0.5 * Math.min(1.1, away) + chance)
}

function macroOf(town: Town, part: Settlement): Draft {
  const factor = QUARTER_FACTORS[townKey(town)]?.[part.name] ?? unknownFactor(town, part.id, part.lat, part.lng)
  return { ...macro(part.name, part.lat, part.lng, factor), population: part.population }
}

function macro(name: string, lat: number, lng: number, factor: number): Draft {
  return { name, level: 'macrozone', parent: null, population: 0, seeds: [{ lat, lng }], factor, key: `macro/${name}` }
}

function microzone(
  name: string,
  parent: Draft | null,
  population: number,
  lat: number,
  lng: number,
  factor: number,
): Draft {
  return {
    name,
    level: 'microzone',
    parent,
    population,
    seeds: [{ lat, lng }],
    factor,
    key: `micro/${parent?.name ?? ''}/${name}`,
  }
}

function offset(town: Town, north_km: number, east_km: number): { lat: number; lng: number } {
  const lng = town.lng + east_km / (111.195 * Math.cos((town.lat * Math.PI) / 180))
  return { lat: town.lat + north_km / 111.195, lng }
}
