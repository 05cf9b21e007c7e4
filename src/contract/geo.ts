import { z } from 'zod'
import { LEVELS, ZONE_LEVELS } from '../domain/place.ts'
import { pointExtras } from './assumptions.ts'

/** Section 2.2. */
export const countryRow = z.object({
  kind: z.literal('country'),
  geo_id: z.string(),
  name: z.string(),
  level: z.literal('country'),
  country: z.string(),
  prices_available: z.boolean(),
})
export type CountryRow = z.infer<typeof countryRow>

export const ancestor = z.object({ geo_id: z.string(), name: z.string(), level: z.enum(LEVELS) })
export type Ancestor = z.infer<typeof ancestor>

/** Section 2.3. */
export const zoneRow = z.object({
  kind: z.literal('zone'),
  geo_id: z.string(),
  name: z.string(),
  level: z.enum(ZONE_LEVELS),
  country: z.string(),
  ancestors: z.array(ancestor),
  h3_res: z.int(),
  hexes_url: z.string(),
  current_period: z.string().nullable(),
  prices_available: z.boolean(),
  reports_available: z.boolean(),
})
export type ZoneRow = z.infer<typeof zoneRow>

/** Section 2.4. */
export const pointObject = z.object({
  kind: z.literal('point'),
  prices_available: z.boolean(),
  zones: z.array(zoneRow),
  ...pointExtras,
})
export type PointObject = z.infer<typeof pointObject>

/** Section 2.5. */
export const parentEcho = z.object({
  geo_id: z.string(),
  name: z.string(),
  level: z.enum(LEVELS),
  country: z.string(),
})
export type ParentEcho = z.infer<typeof parentEcho>

/** Section 4.3. */
export const geoResponse = z.object({
  parent: parentEcho.optional(),
  results: z.array(z.discriminatedUnion('kind', [countryRow, zoneRow])),
})
export type GeoResponse = z.infer<typeof geoResponse>

/** Section 4.4; results are ranked zones, or one point where the tree misses entirely. */
export const searchResponse = z.object({
  results: z.array(z.discriminatedUnion('kind', [zoneRow, pointObject])),
})
export type SearchResponse = z.infer<typeof searchResponse>
