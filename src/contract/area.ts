/** Figures of an area (a circle, a place of the service, a polygon or a cell) as the proxy sends them to the page. */
import { z } from 'zod'
import { parseCell, RESOLUTIONS } from '../domain/cell.ts'
import { parseCorners } from '../domain/corners-text.ts'
import { polygonFault } from '../domain/polygon.ts'
import { CELLS_PER_TILE } from '../domain/tile.ts'
import { RADIUS_KM_MAX } from './limits.ts'
import { edition, figuresRequest, meter, PURCHASE_TILES_MAX, refusal } from './proxy-api.ts'

/** The most cells that an area may have: as many as the largest purchase's tiles have. */
export const AREA_CELLS_MAX = PURCHASE_TILES_MAX * CELLS_PER_TILE

const circleSelector = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  radius_km: z.number().positive().max(RADIUS_KM_MAX),
})
const placeSelector = z.strictObject({ geo_id: z.string() })
/** Corners as `formatCorners` writes them. */
const polygonSelector = z.strictObject({
  polygon: z.string().refine((raw) => polygonFault(parseCorners(raw) ?? []) === null),
})
const cellSelector = z.strictObject({ h3: z.string().refine((raw) => parseCell(raw) !== null) })

/**
 * The cells of a circle or a polygon are those whose centre lies inside; a place's are those that the free endpoint
 * lists. A cell is itself at its own resolution, its descendants at finer ones, and its ancestor at coarser ones.
 */
export const areaSelector = z.union([circleSelector, placeSelector, polygonSelector, cellSelector])
export type AreaSelector = z.infer<typeof areaSelector>

/** The most areas that are compared, and so bought, at once. */
export const AREAS_MAX = 6

/** Several areas as one: each cell counts and is bought once, however many of them have it. */
const severalAreas = z.strictObject({ all: z.array(areaSelector).min(1).max(AREAS_MAX) })
/** What may be bought in one request. */
export const wantedArea = z.union([areaSelector, severalAreas])
export type WantedArea = z.infer<typeof wantedArea>

/**
 * `GET /api/resolutions?lat=&lng=&radius_km=`: the resolutions, ascending, at which a market around the circle has
 * figures; all of them where none is known. Free.
 */
export const circleResolutions = z.object({ resolutions: z.array(z.literal(RESOLUTIONS)).min(1) })
export type CircleResolutions = z.infer<typeof circleResolutions>

/** `POST /api/areas`: buys an area's missing cells; with `?dry_run=1` it buys nothing and returns the cost. */
export const areaRequest = figuresRequest.extend({ area: wantedArea })
export type AreaRequest = z.infer<typeof areaRequest>

/**
 * A cell's state: its own figure, a figure pooled from its neighbours, or no row at the service (`too_few`); otherwise
 * the reason why nothing is known.
 */
export const AREA_CELL_STATES = [
  'observed',
  'estimated',
  'too_few',
  'no_listings',
  'not_covered',
  'not_bought',
] as const
export type AreaCellState = (typeof AREA_CELL_STATES)[number]

const column = z.array(z.number().nullable())

/**
 * `GET /api/areas/:as_of/:lens/:resolution`: a completely known area by column, one entry per cell; 204 when
 * something is left to buy. Figures have 10 significant digits and are null in all states but observed and estimated.
 */
export const areaFigures = z.object({
  /** Null while nothing in the area is known. */
  edition: edition.nullable(),
  /** Ascending. */
  cells: z.array(z.string()),
  states: z.array(z.enum(AREA_CELL_STATES)),
  median_price_per_sqm: column,
  median_price: column,
  median_area: column,
  /** Left out when no cell has one. */
  average_price: column.optional(),
  listings: column.optional(),
  names: z.array(z.string()),
  /** Index into `names`; null when the cell has no name. */
  name_index: column,
  /** The service's note on cells that reach beyond the place; null when none does. */
  rollup_note: z.string().nullable(),
  /** False where the service's list of a place's cells is incomplete. */
  cells_complete: z.boolean(),
})
export type AreaFigures = z.infer<typeof areaFigures>

/** The response to `POST /api/areas`: what is known afterwards, and what it cost or would cost. */
export const areaAnswer = areaFigures.extend({
  calls: z.int(),
  /** Set with `?dry_run=1` where the service has not accepted a call of this size yet, so that it may take more of them. */
  is_estimate: z.literal(true).optional(),
  /**
   * Cells that the calls bring; more than the area is missing where whole tiles cost no more. With `?dry_run=1`, without the
   * cells around that the purchase adds to calls with room.
   */
  bought_cells: z.int(),
  /** How many of those lie outside the area; they are added only where they cost no call. */
  beside_cells: z.int().optional(),
  /** Cells of the area that were already paid for. */
  held_cells: z.int(),
  /** Tiles that overlap the area and are now whole. */
  tiles: z.array(z.string()),
  /** Why part of the area was not bought, or would not be; null when all of it was. */
  refusal: refusal.nullable(),
  meter,
})
export type AreaAnswer = z.infer<typeof areaAnswer>
