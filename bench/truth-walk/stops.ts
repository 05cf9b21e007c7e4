import { cellToLatLng } from 'h3-js'
import type { CircleOfStop } from './checks/check-area.ts'
import type { Dice } from './dice.ts'
import type { Method } from './recompute-breaks.ts'
import type { ServiceAnswers, Zone } from './service-answers.ts'
import { type Metric, PUBLISHED } from './words.ts'

/** A view, and perhaps an area, that a link names. */
export interface Stop {
  readonly view: { readonly lat: number; readonly lng: number; readonly zoom: number }
  readonly lens: string
  readonly metric: Metric
  /** In US dollars; in force where the metric needs it. */
  readonly budget: number
  /** In m². */
  readonly size: number
  readonly currency: string
  readonly method: Method
  /** The map's resolution where the link pins it. */
  readonly pinned: number | null
  readonly circle: CircleOfStop | null
  readonly place: { readonly zone: Zone; readonly resolution: number } | null
  readonly theme: 'light' | 'dark'
}

const LENSES = [
  'ad_sub_type=rent',
  'property_type=apartment',
  'property_type=house',
  'rooms=2',
  'ad_sub_type=rent&rooms=2',
  'max_price_usd=400000',
  'min_price_usd=150000&property_type=apartment',
] as const
const RADII_KM = [0.4, 1, 2, 3, 5, 12, 30, 80] as const
/** Where two countries, land and sea, or the two ends of the map meet. */
const BORDERS = [
  { lat: 43.34, lng: -1.79 },
  { lat: 42.5, lng: 1.5 },
  { lat: 42.46, lng: 2.86 },
  { lat: 48.57, lng: 7.78 },
  { lat: 50.77, lng: 6.05 },
  { lat: 52.22, lng: 6.99 },
  { lat: 43.79, lng: 7.52 },
  { lat: 49.55, lng: 6.2 },
  { lat: 41.87, lng: -8.87 },
  { lat: 38.88, lng: -7.05 },
  { lat: 36.15, lng: -5.35 },
  { lat: 28.1, lng: -15.43 },
  { lat: -21.11, lng: 55.53 },
  { lat: 54.9, lng: 9.3 },
  { lat: 40.2, lng: 0.4 },
  { lat: -17.8, lng: 179.9 },
  { lat: -16.85, lng: -179.97 },
  { lat: -17.6, lng: -149.5 },
  { lat: 47.57, lng: 7.59 },
  { lat: 46.21, lng: 6.14 },
  { lat: 60.35, lng: 5.1 },
  { lat: 37.75, lng: -25.6 },
  { lat: 16.2, lng: -61.55 },
  { lat: 18.4, lng: -66.1 },
] as const
const METHODS = ['jenks', 'logarithmic', 'equal'] as const
const KM_PER_DEGREE = 111.2

/** Computed by the page from the cell's own figures. */
const DERIVED = ['rental_yield', 'area_for_budget', 'price_for_area'] as const
const YIELD_LENSES = ['default', 'ad_sub_type=rent', 'rooms=2'] as const

/** Returns a random stop in or around a market. */
export async function inventStop(service: ServiceAnswers, dice: Dice): Promise<Stop> {
  const offers = await service.valuesOf('ad_sub_type')
  const hasRents = offers.includes('rent')
  const lenses = LENSES.filter((lens) => hasRents || !lens.includes('rent'))
  const zone = await pickZone(service, dice)
  const cells = await service.cellsOf(zone.geo_id, null)
  const [lat, lng] = cellToLatLng(dice.pick(cells))
  const isAtBorder = dice.chance((await service.coverage()).length > 1 ? 0.2 : 0.1)
  const middle = isAtBorder ? dice.pick(BORDERS) : { lat, lng }
  const centre = near(middle, isAtBorder ? 8 : dice.pick([0, 3, 3, 15, 60, 400]), dice)
  const area = dice.next()
  const isDerived = dice.chance(0.2)
  const derived = hasRents ? DERIVED : DERIVED.filter((metric) => metric !== 'rental_yield')
  const metric = isDerived ? dice.pick(derived) : dice.chance(0.5) ? 'median_price_per_sqm' : dice.pick(PUBLISHED)
  return {
    view: { ...centre, zoom: rounded(4.4 + 9.2 * dice.next(), 2) },
    lens: metric === 'rental_yield' ? dice.pick(YIELD_LENSES) : dice.chance(0.5) ? 'default' : dice.pick(lenses),
    metric,
    budget: dice.pick([150_000, 300_000, 1_000_000]),
    size: dice.pick([45, 80, 140]),
    currency: isDerived || dice.chance(0.75) ? 'USD' : dice.pick(['EUR', 'GBP']),
    method: dice.chance(0.8) ? 'quantile' : dice.pick(METHODS),
    pinned: dice.chance(0.1) ? 4 + dice.below(3) : null,
    circle: area < 0.4 ? { ...near(middle, 3, dice), radius_km: dice.pick(RADII_KM) } : null,
    place: area > 0.65 ? { zone, resolution: 5 + dice.below(4) } : null,
    theme: dice.chance(0.7) ? 'light' : 'dark',
  }
}

/** Walks down from a country, and stops on the way by chance. */
async function pickZone(service: ServiceAnswers, dice: Dice): Promise<Zone> {
  let zone = dice.pick(await service.children(null))
  do {
    const children = await service.children(zone.geo_id)
    if (children.length === 0) break
    zone = dice.pick(children)
  } while (dice.chance(0.75))
  return zone
}

function near({ lat, lng }: { lat: number; lng: number }, km: number, dice: Dice): { lat: number; lng: number } {
  const north = lat + dice.around(km) / KM_PER_DEGREE
  const east = lng + dice.around(km) / KM_PER_DEGREE / Math.cos((lat * Math.PI) / 180)
  return { lat: rounded(Math.max(-75, Math.min(75, north)), 5), lng: rounded(((east + 540) % 360) - 180, 5) }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Returns the query of a stop's link. */
export function linkOf(stop: Stop, cell: string | null = null): string {
  const { view, lens, metric, budget, size, currency, method, pinned, circle, place, theme } = stop
  const parameters: [string, string | null][] = [
    ['at', `${view.lat.toFixed(5)},${view.lng.toFixed(5)},${view.zoom.toFixed(2)}`],
    ['lens', lens === 'default' ? null : lens],
    ['metric', metric === 'median_price_per_sqm' ? null : metric],
    ['budget', metric === 'area_for_budget' ? String(budget) : null],
    ['size', metric === 'price_for_area' ? String(size) : null],
    ['currency', currency === 'USD' ? null : currency],
    ['method', method === 'quantile' ? null : method],
    ['res', pinned === null ? null : String(pinned)],
    ['place', place === null ? null : place.zone.geo_id],
    ['place_res', place && String(place.resolution)],
    ['circle', circle && `${circle.lat.toFixed(5)},${circle.lng.toFixed(5)},${circle.radius_km}`],
    ['cell', cell],
    ['theme', theme],
  ]
  const query = new URLSearchParams(parameters.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  // As the page itself writes addresses, which it compares as text.
  return `?${query.toString().replaceAll('%2C', ',')}`
}
