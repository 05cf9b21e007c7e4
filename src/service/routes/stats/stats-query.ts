import { z } from '@hono/zod-openapi'
import { DEFAULT_RESOLUTION, RADIUS_KM_MAX } from '../../../contract/limits.ts'
import { type Cell, cellResolution, isResolution, parseCell, type Resolution } from '../../../domain/cell.ts'
import type { Circle } from '../../../domain/distance.ts'
import { DEFAULT_AD_SUB_TYPE } from '../../../domain/lens.ts'
import { AD_SUB_TYPES, type LensFilter, ROOMS } from '../../figures/lens-filter.ts'
import { PROPERTY_TYPES } from '../../listings/listing-words.ts'
import { decimalNumber, geoId, latitude, longitude, NO_CELL, resolution } from '../../requests/parameters.ts'
import { invalidParameter, missingParameter } from '../../requests/refusal.ts'

const usd = decimalNumber.refine((value) => value >= 0, 'should be 0 or more').openapi({ type: 'number', minimum: 0 })
const refusedPrice = z
  .string()
  .optional()
  .openapi({ deprecated: true, description: 'Refused: prices are filtered in USD.' })

/**
 * A list of cells, comma-separated or as a repeated parameter. Parsing it with `cellId` takes zod several times longer.
 */
const cellList = z
  .union([z.string(), z.array(z.string())])
  .transform((raw, context) => {
    const cells: Cell[] = []
    for (const text of [raw].flat().flatMap((part) => part.split(','))) {
      const cell = parseCell(text)
      if (cell === null) {
        context.addIssue({ code: 'custom', path: [cells.length], message: NO_CELL })
        return z.NEVER
      }
      cells.push(cell)
    }
    return cells
  })
  .openapi({
    param: { style: 'form', explode: false },
    type: 'array',
    items: { type: 'string' },
    description: 'Cell ids of one resolution, decimal or canonical; comma-separated, or repeat the parameter.',
  })

/** Parameters of `/stats/current`. Unknown ones are refused, because a misspelt filter would still cost a request. */
export const statsQuery = z.strictObject({
  geo_id: geoId.optional(),
  h3: cellList.optional(),
  lat: latitude.optional(),
  lng: longitude.optional(),
  radius_km: decimalNumber
    .refine((value) => value > 0 && value <= RADIUS_KM_MAX, `should be above 0 and at most ${RADIUS_KM_MAX}`)
    .optional()
    .openapi({ type: 'number', exclusiveMinimum: 0, maximum: RADIUS_KM_MAX }),
  res: resolution.optional().openapi({ default: DEFAULT_RESOLUTION, description: 'Refused together with `h3`.' }),
  currency: z.string().optional().openapi({ default: 'USD', description: 'Display currency, ISO 4217.' }),
  ad_sub_type: z
    .enum(AD_SUB_TYPES, `should be one of ${AD_SUB_TYPES.join(', ')}`)
    .optional()
    .openapi({ default: DEFAULT_AD_SUB_TYPE }),
  property_type: z.enum(PROPERTY_TYPES, `should be one of ${PROPERTY_TYPES.join(', ')}`).optional(),
  rooms: z
    .enum(ROOMS, `should be one of ${ROOMS.join(', ')}`)
    .optional()
    .openapi({ description: '5 means five or more.' }),
  min_price_usd: usd.optional(),
  max_price_usd: usd.optional(),
  min_price: refusedPrice,
  max_price: refusedPrice,
})

type Parameters = z.output<typeof statsQuery>

/** The figures that a request selects. */
export interface StatsRequest {
  readonly selector: Selector
  readonly resolution: Resolution
  readonly filter: LensFilter
  /** ISO 4217; not yet checked against the currencies that have rates. */
  readonly currency: string
}
export type Selector =
  | { readonly kind: 'geo_id'; readonly geo_id: string }
  | { readonly kind: 'h3'; readonly cells: readonly Cell[] }
  | { readonly kind: 'circle'; readonly circle: Circle }

/** Reads the parameters together; throws a refusal when they contradict each other. */
export function readStatsQuery(parameters: Parameters): StatsRequest {
  for (const bare of ['min_price', 'max_price'] as const) {
    if (parameters[bare] === undefined) continue
    throw invalidParameter(bare, `${bare} is not supported; send ${bare}_usd, in USD whatever currency is shown`)
  }
  const selector = readSelector(parameters)
  if (selector.kind === 'h3' && parameters.res !== undefined) {
    throw invalidParameter('res', 'send either res or h3, not both: cells have a resolution of their own')
  }
  return {
    selector,
    resolution: selector.kind === 'h3' ? commonResolution(selector.cells) : (parameters.res ?? DEFAULT_RESOLUTION),
    filter: readFilter(parameters),
    currency: (parameters.currency ?? 'USD').toUpperCase(),
  }
}

function readSelector({ geo_id, h3, lat, lng, radius_km }: Parameters): Selector {
  const isCircle = lat !== undefined || lng !== undefined || radius_km !== undefined
  const given = [geo_id !== undefined && 'geo_id', h3 && 'h3', isCircle && 'lat, lng and radius_km'].filter(Boolean)
  if (given.length > 1) {
    const parameter = geo_id !== undefined && h3 ? 'h3' : 'lat'
    throw invalidParameter(
      parameter,
      `expected one of geo_id, h3, or lat with lng and radius_km; found ${given.join(' and ')}`,
    )
  }
  if (geo_id !== undefined) return { kind: 'geo_id', geo_id }
  if (h3) return { kind: 'h3', cells: ascending(h3) }
  if (!isCircle) throw missingParameter('geo_id', 'expected geo_id, h3, or lat with lng and radius_km')
  if (lat !== undefined && lng !== undefined && radius_km !== undefined) {
    return { kind: 'circle', circle: { lat, lng, radius_km } }
  }
  const missing = lat === undefined ? 'lat' : lng === undefined ? 'lng' : 'radius_km'
  throw missingParameter(missing, 'a circle needs lat, lng and radius_km together')
}

/** Sorts cells and removes repeats; a list already in order, as most are, is returned as it is. */
function ascending(cells: readonly Cell[]): readonly Cell[] {
  const isAscending = cells.every((cell, i) => i === 0 || (cells[i - 1] ?? cell) < cell)
  return isAscending ? cells : [...new Set(cells)].sort()
}

function commonResolution(cells: readonly Cell[]): Resolution {
  const resolutions = [...new Set(cells.map(cellResolution))].sort()
  const [first] = resolutions
  if (first === undefined || resolutions.length > 1) {
    throw invalidParameter('h3', `expected cells of one resolution, found ${resolutions.join(' and ')}`)
  }
  if (!isResolution(first)) {
    throw invalidParameter('h3', `expected cells of resolution 4 to 8, found ${first}`)
  }
  return first
}

function readFilter(parameters: Parameters): LensFilter {
  const { ad_sub_type, property_type, rooms, min_price_usd, max_price_usd } = parameters
  if (min_price_usd !== undefined && max_price_usd !== undefined && min_price_usd > max_price_usd) {
    throw invalidParameter('max_price_usd', `expected at least min_price_usd, ${min_price_usd}; found ${max_price_usd}`)
  }
  return {
    ad_sub_type: ad_sub_type ?? DEFAULT_AD_SUB_TYPE,
    property_type: property_type ?? null,
    rooms: rooms === undefined ? null : Number(rooms),
    min_price_usd: min_price_usd ?? null,
    max_price_usd: max_price_usd ?? null,
  }
}
