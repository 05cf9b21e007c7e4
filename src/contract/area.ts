/** Figures of an area, a circle or a place of the service, as the proxy tells them to the page. */
import { z } from 'zod'
import { CELLS_PER_TILE } from '../domain/tile.ts'
import { RADIUS_KM_MAX } from './limits.ts'
import { edition, figuresRequest, meter, PURCHASE_TILES_MAX, refusal } from './proxy-api.ts'

/** The most cells that an area may have: as many as the tiles of one purchase. */
export const AREA_CELLS_MAX = PURCHASE_TILES_MAX * CELLS_PER_TILE

const circleSelector = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  radius_km: z.number().positive().max(RADIUS_KM_MAX),
})
const placeSelector = z.strictObject({ geo_id: z.string() })

/** A circle's cells are those whose centre lies inside; a place's those that the free endpoint lists. */
export const areaSelector = z.union([circleSelector, placeSelector])
export type AreaSelector = z.infer<typeof areaSelector>

/** `POST /api/areas`: what of an area is missing is bought; with `?dry_run=1` nothing is, and its cost is told. */
export const areaRequest = figuresRequest.extend({ area: areaSelector })
export type AreaRequest = z.infer<typeof areaRequest>

/**
 * What is known of a cell: a figure of its own, one pooled from its neighbours, or that the service has no row of it
 * (`too_few`); else why it is not known.
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
 * `GET /api/areas/:as_of/:lens/:resolution`: an area of which nothing is left to be bought, by column, one entry for each
 * cell; else 404 `not_held`. Figures are null in all states but observed and estimated, and have 7 significant digits.
 */
export const areaFigures = z.object({
  /** Null while nothing of it is known. */
  edition: edition.nullable(),
  /** Ascending. */
  cells: z.array(z.string()),
  states: z.array(z.enum(AREA_CELL_STATES)),
  median_price_per_sqm: column,
  median_price: column,
  median_area: column,
  names: z.array(z.string()),
  /** The index in `names`; null where there is none. */
  name_index: column,
  /** What the service says of cells that reach beyond a place; null where they do not. */
  rollup_note: z.string().nullable(),
  /** False where the service repeated a page of a place's cells, so that some may be missing. */
  cells_complete: z.boolean(),
})
export type AreaFigures = z.infer<typeof areaFigures>

/** The answer to `POST /api/areas`: what is known afterwards and what it cost, or would cost. */
export const areaAnswer = areaFigures.extend({
  calls: z.int(),
  /** What the calls bring; more than is missing of the area where whole tiles cost no more. */
  bought_cells: z.int(),
  /** Cells of the area that were already paid for. */
  held_cells: z.int(),
  /** Tiles that the area touches and that are whole now. */
  tiles: z.array(z.string()),
  /** Why not all of it was bought, or would be; null when it was. */
  refusal: refusal.nullable(),
  meter,
})
export type AreaAnswer = z.infer<typeof areaAnswer>
