/**
 * What the interface does not show, in one place. Each entry states an assumption and its reason. Readers are lenient,
 * and nothing outside this module may rely on a shape that the interface leaves open.
 */

import { z } from 'zod'
import type { Cell } from '../../domain/cell.ts'
import { plausibleAmount, plausibleFigure } from './values/plausible-amount.ts'
import { numberOf } from './values/received-values.ts'
import { receivedRevision } from './values/short-text.ts'

/**
 * Section 2.4, "other fields of the point object: not shown". The map cannot fly to a point without coordinates, so our
 * points carry them; readers must work without them, because other services may leave them out.
 */
export const pointExtras = {
  name: z.string().nullish(),
  lat: z.number().nullish(),
  lng: z.number().nullish(),
  h3: z.string().nullish(),
  country: z.string().nullish(),
}

/**
 * Section 2.7, "fields for average price and listing counts: not shown", although section 1 says that the service
 * returns them. Our rows carry them under these names; readers must work without them.
 */
export const statsRowExtras = {
  average_price: z.number().nullish(),
  listings: z.int().nullish(),
}

/** What the prices of a market are: those of offers, of completed sales, or both. */
const RECORD_KINDS = ['listings', 'sales', 'listings and sales'] as const

/** An addition to section 2.6: what a market's rows are. Readers must work without it. */
export const coverageCountryExtras = {
  records: z.enum(RECORD_KINDS).optional().meta({
    description: 'What the figures are of: offers (`listings`), completed `sales`, or both.',
  }),
}
export const receivedCountryExtras = { records: z.enum(RECORD_KINDS).nullish().catch(null) }

/**
 * The same fields as any service may send them. What is not an amount or a count counts as left out: falling back with
 * `catch` would take ten times as long.
 */
export const receivedRowExtras = {
  average_price: z.unknown().transform(averageOf).optional(),
  listings: z
    .unknown()
    .transform((value) => (Number.isInteger(numberOf(value)) ? countOf(value) : null))
    .optional(),
}

function averageOf(value: unknown): number | null {
  const average = numberOf(value)
  return average === null ? null : plausibleFigure(average)
}

function countOf(value: unknown): number | null {
  const count = numberOf(value)
  return count !== null && count >= 0 ? plausibleAmount(count) : null
}

/**
 * Additions to section 2.7: `snapshot.revision` names the content of the period that answered, and is the same as the
 * period's in `/coverage`. Readers must work without it.
 */
export const snapshotExtras = {
  revision: z.string().nullish().meta({
    description: 'Names the content of the period. Rebuilt figures have another revision.',
  }),
}

/**
 * Additions to section 2.6. The interface has periods that never change; ours does build them again when an import is
 * taken back or corrected. `revisions` names the content of each published or withdrawn period, so that what holds
 * figures of another revision can drop them. `first_view` is where a map should open. Readers must work without both.
 */
export const coverageExtras = {
  revisions: z.record(z.string(), z.string()).optional().meta({
    description:
      'The revision of each period, by label. Figures of another revision of a period are out of date: drop them.',
  }),
  first_view: z
    .object({
      h3: z.string().meta({ description: 'The densest cell, at a resolution at which a view of it has figures.' }),
      ad_sub_type: z.string(),
      country: z.string(),
      currency: z.string(),
    })
    .nullish()
    .meta({ description: 'Where a map should open; null without figures or for simulated listings.' }),
}
const firstView = z.object({ h3: z.string(), ad_sub_type: z.string(), country: z.string(), currency: z.string() })
/** A century. */
const MOST_PERIODS = 1_200
export const receivedCoverageExtras = {
  revisions: z
    .record(z.string(), receivedRevision)
    .refine((revisions) => Object.keys(revisions).length <= MOST_PERIODS)
    .nullish()
    .catch(null),
  first_view: firstView.nullish().catch(null),
}

/**
 * Section 4.9, "parameters and response shape: not shown" beside "the same query with a period that can be named; its
 * newest point equals the /stats/current result". Ours takes the first and the last label, states once what all points
 * share, and lists the points in `history`, oldest first. A point has everything that differs between periods. All
 * names are those of /stats/current, so clients can read both with the same code; `received-history.ts` reads others.
 */
export const HISTORY_PARAMETERS = { from: 'from', to: 'to' } as const
export function historyExtras<Point extends z.ZodType>(point: Point) {
  return {
    from: z.string().meta({ format: 'date', description: 'First label of the range.' }),
    to: z.string().meta({ format: 'date', description: 'Last label of the range.' }),
    history: z.array(point).meta({
      description:
        'Oldest first. A period without a point is not published; a point with empty `stats` has no figures.',
    }),
  }
}

/**
 * Section 2.9, "item and envelope field names: not shown". Ours returns `{results: [{h3}], next_cursor}`, named like
 * the other lists; `territory` is the interface's own (section 4.6). `received-hexes.ts` reads others.
 */
const hexesTerritory = z.object({
  rolled_up_from: z.int().nullish(),
  rollup_note: z.string().nullish(),
})
export const hexesResponse = z
  .object({
    territory: hexesTerritory,
    resolution: z.int(),
    results: z.array(z.object({ h3: z.string().meta({ description: 'Decimal cell id.' }) })),
    next_cursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last.' }),
  })
  .meta({ id: 'Hexes' })
export type HexesResponse = z.infer<typeof hexesResponse>

/**
 * Section 4.6, "query parameter names: not shown". These are the names in `/geo` and `/stats/current`; where they are
 * not understood, `hex-pages.ts` tries others.
 */
export const HEXES_PARAMETERS = { resolution: 'res', cursor: 'cursor', limit: 'limit' } as const

/** Section 4.8 does not show how a list of cells is written; commas in one `h3` are the most common spelling. */
export function writeCellList(cells: readonly Cell[]): string {
  return cells.join(',')
}

/** A service that refuses commas may accept one `h3` parameter per cell. */
export const LIST_STYLES = ['commas', 'repeats'] as const
export type ListStyle = (typeof LIST_STYLES)[number]

/** Writes a list of cells as query text. Commas stay unescaped (RFC 3986, section 3.4) to make room for more cells. */
export function writeListQuery(cells: readonly Cell[], style: ListStyle): string {
  return style === 'commas' ? `h3=${writeCellList(cells)}` : cells.map((cell) => `h3=${cell}`).join('&')
}

/**
 * Section 2.8, "exact field names beyond those listed: not shown". Ours lists groups as an array, each named by
 * `group`; `received-usage.ts` reads others.
 */
const usageFigures = {
  used: z.number().nullish(),
  remaining: z.number().nullish(),
  metered: z.boolean(),
  rate_per_min: z.number().nullish(),
  limits: z.union([z.number(), z.object({ cycle: z.number() })]).nullish(),
}
const usageGroup = z.object({ group: z.string(), ...usageFigures }).meta({ id: 'UsageGroup' })
export const usageResponse = z
  .object({
    token: z.object({ prefix: z.string(), kind: z.enum(['rw', 'ro']) }),
    cycle_resets_at: z.string().nullable().meta({ format: 'date-time' }),
    degraded: z.boolean().meta({ description: 'True while the store is unavailable and requests are not counted.' }),
    groups: z.array(usageGroup),
  })
  .meta({ id: 'Usage' })
export type UsageResponse = z.infer<typeof usageResponse>

/**
 * Section 4.10, "response shape: not shown". Ours describes each filter by its parameter name and kind, so that a page
 * can build its controls from the response; `received-filters.ts` reads others.
 */
const choiceFilter = z
  .object({
    parameter: z.string(),
    kind: z.literal('choice'),
    label: z.string(),
    default: z.string().nullable().meta({ description: 'Null: the filter is off.' }),
    values: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: 'ChoiceFilter' })
const numberFilter = z
  .object({
    parameter: z.string(),
    kind: z.literal('number'),
    label: z.string(),
    unit: z.string(),
  })
  .meta({ id: 'NumberFilter' })
export const filterSpec = z.discriminatedUnion('kind', [choiceFilter, numberFilter])
export type FilterSpec = z.infer<typeof filterSpec>
export const filtersResponse = z
  .object({
    filters: z.array(filterSpec),
    currencies: z.array(z.string()),
    units: z.object({ size: z.string(), price: z.string() }),
  })
  .meta({ id: 'Filters' })
export type FiltersResponse = z.infer<typeof filtersResponse>
