import { z } from 'zod'
import { parseCell } from '../../domain/cell.ts'
import { LEVELS, ZONE_LEVELS } from '../../domain/place.ts'
import { pointExtras } from './assumptions.ts'
import { dayOf, receivedCellId, receivedFlag, receivedInteger } from './values/received-values.ts'
import { shortName } from './values/short-text.ts'
import { saysPart } from './values/stated-cut.ts'

/** Section 2.2. */
export const countryRow = z
  .object({
    kind: z.literal('country'),
    geo_id: z.string().meta({ description: 'Lower-case alpha-2 code.' }),
    name: z.string().meta({ description: 'The code again.' }),
    level: z.literal('country'),
    country: z.string(),
    prices_available: z.boolean().meta({ description: 'Whether the country holds listings.' }),
  })
  .meta({ id: 'CountryRow' })
export type CountryRow = z.infer<typeof countryRow>

export const ancestor = z
  .object({ geo_id: z.string(), name: z.string(), level: z.enum(LEVELS) })
  .meta({ id: 'Ancestor', description: 'Its geo_id can be passed to /stats/current and as parent to /geo.' })
export type Ancestor = z.infer<typeof ancestor>

/** Section 2.3. */
export const zoneRow = z
  .object({
    kind: z.literal('zone'),
    geo_id: z.string().meta({ description: 'Opaque. Identifies the place; the name does not.' }),
    name: z.string(),
    level: z.enum(ZONE_LEVELS),
    country: z.string().meta({ description: 'Lower-case alpha-2 code.' }),
    ancestors: z.array(ancestor).meta({ description: 'Fine to coarse, ending at the country.' }),
    h3_res: z.int().meta({ description: 'Resolution at which the zone is stored.' }),
    hexes_url: z.string().meta({ description: 'Path of the list of its cells.' }),
    current_period: z.string().nullable().meta({
      format: 'date',
      description: 'Label of the period that /stats/current serves; null when that period has no figures for the zone.',
    }),
    prices_available: z.boolean().meta({ description: 'Whether the zone holds listings.' }),
    reports_available: z.boolean(),
  })
  .meta({ id: 'ZoneRow' })
export type ZoneRow = z.infer<typeof zoneRow>

/** Section 2.4. */
export const pointObject = z
  .object({
    kind: z.literal('point'),
    prices_available: z.boolean().meta({ description: 'Whether the cell holds listings.' }),
    zones: z.array(zoneRow).meta({ description: 'The named zones that contain the cell, fine to coarse.' }),
    ...pointExtras,
  })
  .meta({ id: 'Point' })
export type PointObject = z.infer<typeof pointObject>

/** A hundred times as many as the interface allows in a page. */
const MOST_ENTRIES = 10_000

/** Some languages write an empty list as null. */
const receivedList = z.union([z.array(z.unknown()).max(MOST_ENTRIES), z.null().transform(() => [])])

/** The readable entries of a list; one that cannot be read does not take the others with it. Fails when none can. */
function readable<T extends z.ZodType>(entry: T) {
  return receivedList.transform((all, context) => {
    const read = all.map((raw) => entry.safeParse(raw))
    const first = read[0]
    if (first && !first.success && read.every(({ success }) => !success)) {
      context.addIssue({ code: 'custom', message: first.error.issues[0]?.message ?? 'expected a readable entry' })
    }
    return read.flatMap((each): z.output<T>[] => (each.success ? [each.data] : []))
  })
}

const { reports_available } = zoneRow.shape

/** A name as any service may send it. */
const receivedName = z.string().transform((raw) => shortName(raw) ?? '—')
/** Some services number their places. */
const receivedGeoId = z.union([z.string(), z.int().transform(String)])
const receivedAncestor = ancestor.extend({ geo_id: receivedGeoId, name: receivedName })

/** A zone as any service may send it: fields that nothing depends on may be missing or have another form. */
const receivedZone = zoneRow.extend({
  geo_id: receivedGeoId,
  name: receivedName,
  ancestors: readable(receivedAncestor)
    .transform((ancestors) => ancestors.toSorted((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level)))
    .catch([]),
  h3_res: receivedInteger.nullable().catch(null),
  hexes_url: zoneRow.shape.hexes_url.nullable().catch(null),
  current_period: z
    .string()
    .nullish()
    .transform((period) => (period == null ? null : dayOf(period))),
  prices_available: receivedFlag,
  reports_available: reports_available.catch(false),
})
export type ReceivedZone = z.infer<typeof receivedZone>

const receivedCountryRow = countryRow.extend({ prices_available: receivedFlag })

const { lat, lng, h3, country } = pointObject.shape

/** A field that the interface leaves open is ignored when its form is not ours. */
const barePoint = pointObject.extend({
  prices_available: receivedFlag,
  zones: readable(receivedZone).catch([]),
  name: receivedName.nullish().catch(undefined),
  lat: lat.catch(undefined),
  lng: lng.catch(undefined),
  h3: h3.catch(undefined),
  country: country.catch(undefined),
})

/** Takes the one object out of an envelope; a body without an envelope is the object itself. */
function unwrapped(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { results, point } = body as { results?: unknown; point?: unknown }
  return point ?? (Array.isArray(results) ? results[0] : results) ?? body
}

/** A point as any service may send it: alone, as the interface says of /geo/lookup, or in an envelope. */
export const receivedPoint = z.preprocess(unwrapped, barePoint)
export type ReceivedPoint = z.infer<typeof receivedPoint>

/** The fields of a point that the proxy reads; null where it does not say whether there are listings, or about which cell. */
export const pointSignal = z.preprocess(
  unwrapped,
  z.object({
    h3: receivedCellId.transform((raw) => parseCell(raw)).catch(null),
    prices_available: z.union([z.null(), z.undefined().transform(() => null), receivedFlag]).catch(null),
    zones: readable(receivedZone.pick({ geo_id: true }).extend({ h3_res: receivedInteger })).catch([]),
  }),
)
export type PointSignal = z.infer<typeof pointSignal>

/** A point's places, as the proxy reads them. */
export const pointPlaces = z.preprocess(
  unwrapped,
  z.object({
    zones: readable(receivedZone.pick({ geo_id: true, name: true, level: true, country: true, ancestors: true })),
    country: barePoint.shape.country,
  }),
)
export type PointPlaces = z.infer<typeof pointPlaces>

/** Section 2.5. */
export const parentEcho = z
  .object({
    geo_id: z.string(),
    name: z.string(),
    level: z.enum(LEVELS),
    country: z.string(),
  })
  .meta({ id: 'ParentEcho' })
export type ParentEcho = z.infer<typeof parentEcho>

/** Section 4.3. */
export const geoResponse = z
  .object({
    parent: parentEcho.optional(),
    results: z.array(z.discriminatedUnion('kind', [countryRow, zoneRow])),
  })
  .meta({ id: 'Places' })
export type GeoResponse = z.infer<typeof geoResponse>

/** Places as any service may send them: some set the parent to null at the root. */
export const receivedPlaces = z.object({
  parent: parentEcho.extend({ geo_id: receivedGeoId, name: receivedName }).nullish().catch(null),
  results: readable(z.discriminatedUnion('kind', [receivedCountryRow, receivedZone])),
})
export type ReceivedPlaces = z.infer<typeof receivedPlaces>

/** The same with the number of all rows sent, which tells whether the page was full, and whether the answer says that there are more. */
export const receivedPlacePage = z
  .looseObject({ results: z.array(z.unknown()).nullable() })
  .transform((body) => ({ ...body, count: body.results?.length ?? 0, saysMore: saysPart(body) }))
  .pipe(receivedPlaces.extend({ count: z.int(), saysMore: z.boolean() }))

/** Section 4.4; results are ranked zones, or one point when the tree has no match at all. */
export const searchResponse = z
  .object({
    results: z.array(z.discriminatedUnion('kind', [zoneRow, pointObject])),
  })
  .meta({ id: 'SearchResults' })
export type SearchResponse = z.infer<typeof searchResponse>

/** Search results as any service may send them: a point may also come alone, as "a different shape" (section 4.4). */
export const receivedSearch = z.union([
  z.object({ results: readable(z.discriminatedUnion('kind', [receivedZone, barePoint])) }),
  receivedPoint.transform((point) => ({ results: [point] })),
])
export type ReceivedSearch = z.infer<typeof receivedSearch>
