import { type Cell, parseFigureCell, type Resolution } from '../../../domain/cell.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../../domain/currency.ts'
import { type Lens, lensKey, parseLensKey } from '../../../domain/lens.ts'
import type { AsOf } from '../../../domain/period.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { type AreaChoice, NO_AREAS, parseResolution } from './area-choice.ts'
import { formatAreas, parseAreas } from './area-text.ts'
import { type BesideChoice, formatBesideChoice, ONE_MAP, parseBesideChoice } from './beside.ts'
import { type ClassChoice, FIRST_CLASSES, formatClasses, parseClasses } from './class-choice.ts'
import { type FoundPoint, foundText, parseFound } from './found-point.ts'
import {
  FIRST_METRIC,
  formatMetric,
  formatMonth,
  type MetricChoice,
  parseMetricChoice,
  parseMonth,
} from './metric-choice.ts'
import { parseView, type View } from './number-parts.ts'
import { parseScreen, type Screen, screenText } from './screen.ts'

/** The version of the form in which addresses are written, as `v`. Links from before there was one have none. */
export const ADDRESS_VERSION = 1

/** The value of `table` in an address while the table is open. */
export const TABLE_OPEN = '1'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** All of the page's state that a shared link has. */
export interface Address extends MetricChoice, ClassChoice, AreaChoice, BesideChoice {
  readonly view: View
  /** The screen on which the view was seen; a link has it where it is about something. Null when unknown. */
  readonly screen: Screen | null
  readonly lens: Lens
  /** The currency in which figures are shown. */
  readonly currency: Currency
  /** An earlier period that is shown; null for the one that the service serves. */
  readonly period: AsOf | null
  /** The map's; null while it follows the zoom. */
  readonly resolution: Resolution | null
  /** The point that was found by the search and is marked on the map. */
  readonly found: FoundPoint | null
  /** The cell whose card is open. */
  readonly cell: Cell | null
  /** True while the table of the hexagons in view is open. */
  readonly table: boolean
  readonly theme: Theme
  /** The language that a link asks for; null for the reader's own. The page adds it to no link by itself. */
  readonly lang: string | null
}

/** The address of a first visit: Barcelona, close enough for resolution 8. */
export const FIRST_ADDRESS: Address = {
  view: { lat: 41.395, lng: 2.168, zoom: 11.6 },
  screen: null,
  lens: {},
  ...FIRST_METRIC,
  currency: BASE_CURRENCY,
  ...FIRST_CLASSES,
  period: null,
  ...ONE_MAP,
  resolution: null,
  ...NO_AREAS,
  found: null,
  cell: null,
  table: false,
  theme: 'system',
  lang: null,
}

/** True for the view of a first visit, as precisely as addresses have views. */
export function isFirstView({ lat, lng, zoom }: View): boolean {
  const { view } = FIRST_ADDRESS
  return Math.max(Math.abs(lat - view.lat), Math.abs(lng - view.lng), Math.abs(zoom - view.zoom)) < 0.01
}

/** Reads a query string; missing or invalid parts take their default. */
export function parseAddress(search: string): Address {
  const params = new URLSearchParams(search)
  const place = parseGeoId(params.get('place') ?? '')
  return {
    view: parseView(params.get('at')) ?? FIRST_ADDRESS.view,
    screen: parseScreen(params.get('on')),
    lens: parseLensKey(params.get('lens') ?? 'default') ?? {},
    ...parseMetricChoice(params),
    currency: parseCurrency(params.get('currency') ?? '') ?? FIRST_ADDRESS.currency,
    ...parseClasses(params),
    period: parseMonth(params.get('period')),
    ...parseBesideChoice(params),
    resolution: parseResolution(params.get('res')),
    place,
    placeResolution: place && parseResolution(params.get('place_res')),
    ...parseAreas(params),
    found: parseFound(params.get('found')),
    cell: parseFigureCell(params.get('cell') ?? ''),
    table: params.get('table') === TABLE_OPEN,
    theme: parseTheme(params.get('theme')) ?? FIRST_ADDRESS.theme,
    lang: parseLanguage(params.get('lang')),
  }
}

/** Returns the query string that `parseAddress` reads back; leaves out defaults. */
export function formatAddress(address: Address): string {
  const { view, place, placeResolution } = address
  const params = new URLSearchParams({ at: `${view.lat.toFixed(5)},${view.lng.toFixed(5)},${view.zoom.toFixed(2)}` })
  if (address.screen !== null && isAboutSomething(address)) params.set('on', screenText(address.screen))
  const lens = lensKey(address.lens)
  if (lens !== lensKey({})) params.set('lens', lens)
  formatMetric(address, params)
  if (address.currency !== FIRST_ADDRESS.currency) params.set('currency', address.currency)
  formatClasses(address, params)
  if (address.period !== null) params.set('period', formatMonth(address.period))
  formatBesideChoice(address, params)
  if (address.resolution !== null) params.set('res', String(address.resolution))
  if (place !== null) params.set('place', place)
  if (place !== null && placeResolution !== null) params.set('place_res', String(placeResolution))
  formatAreas(address, params)
  if (address.found !== null) params.set('found', foundText(address.found))
  if (address.cell !== null) params.set('cell', address.cell)
  if (address.table) params.set('table', TABLE_OPEN)
  if (address.theme !== 'system') params.set('theme', address.theme)
  if (address.lang !== null) params.set('lang', address.lang)
  params.set('v', String(ADDRESS_VERSION))
  return `?${params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`
}

/** True for an address that names something on the map: areas, a place, a hexagon or a point. */
export function isAboutSomething({ areas, place, cell, found }: Address): boolean {
  return areas.length > 0 || place !== null || cell !== null || found !== null
}

/** Reads the version of an address's form; null for anything else. */
export function parseVersion(raw: string): number | null {
  return /^[1-9]\d{0,3}$/.test(raw) ? Number(raw) : null
}

/** Reads the name of a theme; null for anything else. */
export function parseTheme(raw: string | null): Theme | null {
  return THEMES.find((known) => known === raw) ?? null
}

/** Reads the name of a language, which the page may or may not speak; null for anything else. */
function parseLanguage(raw: string | null): string | null {
  return raw !== null && /^[a-z]{2,3}$/.test(raw) ? raw : null
}
