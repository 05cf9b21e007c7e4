import { type Cell, isResolution, parseCell, type Resolution } from '../../domain/cell.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import type { Circle } from '../../domain/distance.ts'
import { METRICS, type Metric } from '../../domain/figure.ts'
import { type Lens, lensKey, parseLensKey } from '../../domain/lens.ts'
import { type GeoId, parseGeoId } from '../../domain/place.ts'
import { type ClassChoice, FIRST_CLASSES, formatClasses, parseClasses } from './class-choice.ts'

/** The camera's position, in degrees and MapLibre's zoom. */
export interface View {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
}

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** All of the page's state that a shared link has. */
export interface Address extends ClassChoice {
  readonly view: View
  readonly lens: Lens
  readonly metric: Metric
  /** The currency in which figures are shown. */
  readonly currency: Currency
  /** Null while the resolution follows the zoom. */
  readonly resolution: Resolution | null
  readonly place: GeoId | null
  readonly circle: Circle | null
  /** The cell whose card is open. */
  readonly cell: Cell | null
  readonly theme: Theme
}

/** The address of a first visit: Barcelona, close enough for resolution 8. */
export const FIRST_ADDRESS: Address = {
  view: { lat: 41.395, lng: 2.168, zoom: 11.6 },
  lens: {},
  metric: 'median_price_per_sqm',
  currency: BASE_CURRENCY,
  ...FIRST_CLASSES,
  resolution: null,
  place: null,
  circle: null,
  cell: null,
  theme: 'system',
}

/** True for the view of a first visit, as precisely as addresses have views. */
export function isFirstView({ lat, lng, zoom }: View): boolean {
  const { view } = FIRST_ADDRESS
  return Math.max(Math.abs(lat - view.lat), Math.abs(lng - view.lng), Math.abs(zoom - view.zoom)) < 0.01
}

/** Reads a query string; missing or invalid parts take their default. */
export function parseAddress(search: string): Address {
  const params = new URLSearchParams(search)
  const metric = params.get('metric')
  const theme = params.get('theme')
  const resolution = Number(params.get('res') ?? Number.NaN)
  return {
    view: parseView(params.get('at')) ?? FIRST_ADDRESS.view,
    lens: parseLensKey(params.get('lens') ?? 'default') ?? {},
    metric: METRICS.find((known) => known === metric) ?? FIRST_ADDRESS.metric,
    currency: parseCurrency(params.get('currency') ?? '') ?? FIRST_ADDRESS.currency,
    ...parseClasses(params),
    resolution: isResolution(resolution) ? resolution : null,
    place: parseGeoId(params.get('place') ?? ''),
    circle: parseCircle(params.get('circle')),
    cell: parseCell(params.get('cell') ?? ''),
    theme: THEMES.find((known) => known === theme) ?? 'system',
  }
}

/** Returns the query string that `parseAddress` reads back; leaves out defaults. */
export function formatAddress(address: Address): string {
  const { view, circle } = address
  const params = new URLSearchParams({ at: `${view.lat.toFixed(5)},${view.lng.toFixed(5)},${view.zoom.toFixed(2)}` })
  const lens = lensKey(address.lens)
  if (lens !== lensKey({})) params.set('lens', lens)
  if (address.metric !== FIRST_ADDRESS.metric) params.set('metric', address.metric)
  if (address.currency !== FIRST_ADDRESS.currency) params.set('currency', address.currency)
  formatClasses(address, params)
  if (address.resolution !== null) params.set('res', String(address.resolution))
  if (address.place !== null) params.set('place', address.place)
  if (circle) params.set('circle', `${circle.lat.toFixed(5)},${circle.lng.toFixed(5)},${circle.radius_km}`)
  if (address.cell !== null) params.set('cell', address.cell)
  if (address.theme !== 'system') params.set('theme', address.theme)
  return `?${params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`
}

function parseNumbers(raw: string | null): readonly [number, number, number] | null {
  const parts = (raw ?? '').split(',')
  const [a, b, c] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (parts.length !== 3 || a === undefined || b === undefined || c === undefined) return null
  return [a, b, c].every(Number.isFinite) ? [a, b, c] : null
}

function isOnEarth(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

function parseView(raw: string | null): View | null {
  const [lat, lng, zoom] = parseNumbers(raw) ?? [Number.NaN, Number.NaN, Number.NaN]
  return isOnEarth(lat, lng) && zoom >= 0 && zoom <= 24 ? { lat, lng, zoom } : null
}

function parseCircle(raw: string | null): Circle | null {
  const [lat, lng, radius_km] = parseNumbers(raw) ?? [Number.NaN, Number.NaN, Number.NaN]
  return isOnEarth(lat, lng) && radius_km > 0 && radius_km <= 500 ? { lat, lng, radius_km } : null
}
