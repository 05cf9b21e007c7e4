/** The message between proxy and page about the classes of a territory. */
import { z } from 'zod'
import { LEVELS } from '../domain/place.ts'

const breaks = z.array(z.number())

/** Class breaks by method; each list ascends strictly. */
export const methodBreaks = z.object({ quantile: breaks, jenks: breaks, logarithmic: breaks, equal: breaks })
export type MethodBreaks = z.infer<typeof methodBreaks>

/** The place whose figures decide the classes. A country's name is its code (interface section 2.2). */
export const scaleTerritory = z.object({
  geo_id: z.string(),
  name: z.string(),
  level: z.enum(LEVELS),
  /** Lower-case alpha-2. */
  country: z.string().nullable().catch(null),
})
export type ScaleTerritory = z.infer<typeof scaleTerritory>

/** Why no place has classes: nothing is held, the service names no place with cells there, or it did not answer. */
const SCALE_GAPS = ['nothing_held', 'no_place', 'unavailable'] as const

/**
 * `GET /api/scales/:as_of/:lens/:resolution/:metric?lat=&lng=`: the classes at a point, the same for every reader. Spends
 * nothing. Money is in the edition's currency.
 */
export const classScale = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('territory'),
    territory: scaleTerritory,
    /** Null while no figure of any place that counts here is held. */
    breaks: methodBreaks.nullable(),
    /** True until the classes are decided, which they are once for the period. */
    provisional: z.boolean(),
    /** True while these stand in for the classes of a smaller place around the point that has nothing held yet. */
    stands_in: z.boolean(),
    /** The number of cells that the breaks were computed from: observed ones, unless hardly any is held. */
    observed: z.int(),
  }),
  z.object({ kind: z.literal('none'), why: z.enum(SCALE_GAPS) }),
])
export type ClassScale = z.infer<typeof classScale>
