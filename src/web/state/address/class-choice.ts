import { isResolution, type Resolution } from '../../../domain/cell.ts'
import { METHODS, type Method } from '../../../domain/class-breaks.ts'
import { type Currency, parseCurrency } from '../../../domain/currency.ts'
import { type GeoId, parseGeoId } from '../../../domain/place.ts'

export const PALETTES = ['magma', 'viridis', 'cividis', 'sea', 'earth'] as const
export type PaletteName = (typeof PALETTES)[number]

/** Whose classes they are: a territory's or fixed, which are everybody's; a view's, fitted on request; or the viewer's own. */
export type BreaksOwner =
  | { readonly kind: 'territory'; readonly geo_id: GeoId; readonly isProvisional: boolean }
  | { readonly kind: 'view' }
  /** The same at every place, for metrics in per cent. */
  | { readonly kind: 'fixed' }
  | { readonly kind: 'hand' }

/** Class breaks, valid at one resolution unless locked, and for the lens and metric of the same address. */
export interface ChosenBreaks {
  readonly resolution: Resolution
  /** The currency the figures were bought in, whichever is shown; left out for the base currency. */
  readonly currency?: Currency
  /** Strictly ascending, at least one. */
  readonly at: readonly number[]
  readonly of: BreaksOwner
}

/** A class by the breaks around it; null at an open end, so twice for the only class. Scales with other breaks do not have it. */
export interface ClassEnds {
  readonly from: number | null
  readonly below: number | null
}

/** How figures get their colours. */
export interface ClassChoice {
  /** Null while the page looks for the classes of the territory. */
  readonly breaks: ChosenBreaks | null
  readonly method: Method
  /** Keeps the breaks at every lens, period and resolution. */
  readonly locked: boolean
  readonly palette: PaletteName
  /** The class that was chosen to stand out from the others; null for none. */
  readonly shownClass: ClassEnds | null
}

export const FIRST_CLASSES: ClassChoice = {
  breaks: null,
  method: 'quantile',
  locked: false,
  palette: 'magma',
  shownClass: null,
}

/** The most breaks that a link may have. */
const BREAKS_MAX = 20

/** Reads the parameters that `formatClasses` writes; an invalid one falls back on its own. */
export function parseClasses(params: URLSearchParams): ClassChoice {
  const [method, palette] = [params.get('method'), params.get('palette')]
  const read = parseBreaks(params.get('breaks') ?? '')
  const of = parseOwner(params.get('classes') ?? '')
  // Breaks without an owner are left out: the page could not say whose they are.
  const breaks = read && of && { ...read, of }
  return {
    breaks,
    method: METHODS.find((known) => known === method) ?? FIRST_CLASSES.method,
    locked: breaks !== null && params.get('lock') === '1',
    palette: PALETTES.find((known) => known === palette) ?? FIRST_CLASSES.palette,
    shownClass: parseClassEnds(params.get('class') ?? ''),
  }
}

/** Adds the parameters that differ from the defaults. */
export function formatClasses(
  { breaks, method, locked, palette, shownClass }: ClassChoice,
  params: URLSearchParams,
): void {
  if (breaks !== null) {
    const { resolution, currency = '', at, of } = breaks
    // `8:2000,3000` in the base currency, `8EUR:1800,2700` for figures bought in another.
    params.set('breaks', `${resolution}${currency}:${at.join(',')}`)
    if (of.kind === 'territory') params.set('classes', `${of.isProvisional ? PROVISIONAL : DECIDED}${of.geo_id}`)
    if (of.kind === 'hand') params.set('classes', BY_HAND)
    if (of.kind === 'fixed') params.set('classes', FIXED)
    if (locked) params.set('lock', '1')
  }
  if (method !== FIRST_CLASSES.method) params.set('method', method)
  if (palette !== FIRST_CLASSES.palette) params.set('palette', palette)
  if (shownClass !== null) params.set('class', `${shownClass.from ?? ''}..${shownClass.below ?? ''}`)
}

const DECIDED = 'of:'
const PROVISIONAL = 'provisional:'
const BY_HAND = 'hand'
const FIXED = 'fixed'

/** Reads whose classes they are; null for anything else. Links from before classes had owners were all fitted to a view. */
export function parseOwner(raw: string): BreaksOwner | null {
  if (raw === '') return { kind: 'view' }
  if (raw === BY_HAND) return { kind: 'hand' }
  if (raw === FIXED) return { kind: 'fixed' }
  const prefix = [DECIDED, PROVISIONAL].find((each) => raw.startsWith(each))
  const geo_id = prefix === undefined ? null : parseGeoId(raw.slice(prefix.length))
  return geo_id === null ? null : { kind: 'territory', geo_id, isProvisional: prefix === PROVISIONAL }
}

/** Reads breaks with their resolution and currency; null when it is not a list of breaks. */
export function parseBreaks(raw: string): Omit<ChosenBreaks, 'of'> | null {
  const match = /^([4-8])([A-Z]{3})?:(.+)$/.exec(raw)
  const resolution = Number(match?.[1])
  const at = (match?.[3] ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (!isResolution(resolution) || !isAscending(at) || at.length > BREAKS_MAX) return null
  const currency = parseCurrency(match?.[2] ?? '')
  return currency === null ? { resolution, at } : { resolution, currency, at }
}

/** Reads a class such as `2000..3000`, `..2000`, `3000..`, or `..` for the only one; null for anything else. */
export function parseClassEnds(raw: string): ClassEnds | null {
  const ends = raw.split('..').map((end) => (end === '' ? null : Number(end)))
  const [from = null, below = null] = ends
  const known = [from, below].filter((end) => end !== null)
  return ends.length === 2 && isAscending(known) ? { from, below } : null
}

/** True for finite numbers, each above the one before. */
export function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((value, i) => Number.isFinite(value) && (i === 0 || value > (numbers[i - 1] ?? value)))
}
