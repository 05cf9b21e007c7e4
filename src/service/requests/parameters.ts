import { z } from '@hono/zod-openapi'
import { type Cell, parseCell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { parseAsOf } from '../../domain/period.ts'
import { ZONE_LEVELS } from '../../domain/place.ts'
import { parseCountry } from '../places/countries.ts'

// Parameters arrive as text; `.openapi` states their types.

/** A whole number, read strictly, of any length: what is out of range is clamped. */
export const wholeNumber = z
  .string()
  .regex(/^-?\d+$/, 'should be a whole number')
  .transform(Number)

const DECIMAL = 'should be a decimal number such as 41.39, with at most 12 digits before the point and 20 after it'

/** A decimal number. */
export const decimalNumber = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,20})?([eE][-+]?\d{1,2})?$/, DECIMAL)
  .transform(Number)

export const latitude = decimalNumber
  .refine((value) => Math.abs(value) <= 90, 'should be from -90 to 90')
  .openapi({ type: 'number', minimum: -90, maximum: 90 })

export const longitude = decimalNumber
  .refine((value) => Math.abs(value) <= 180, 'should be from -180 to 180')
  .openapi({ type: 'number', minimum: -180, maximum: 180 })

export const resolution = z
  .string()
  .regex(/^[4-8]$/, 'should be one of 4, 5, 6, 7, 8; figures exist at these resolutions only')
  .transform((text) => Number(text) as Resolution)
  .openapi({ type: 'integer', enum: [...RESOLUTIONS] })

export const zoneLevel = z.enum(ZONE_LEVELS, `should be one of ${ZONE_LEVELS.join(', ')}`)

export const countryCode = z
  .string()
  .transform((text, context) => parseCountry(text) ?? unusable(context, 'should be an ISO 3166-1 alpha-2 country code'))
  .openapi({ type: 'string', minLength: 2, maxLength: 2, example: 'es' })

/** The message for a text that is not a cell id. */
export const NO_CELL = 'should be an H3 cell id, decimal or canonical'

export const cellId = z
  .string()
  .transform((text, context): Cell => parseCell(text) ?? unusable(context, NO_CELL))
  .openapi({ type: 'string', example: '613498908425846783' })

/** The label of a period, or its month alone. */
export const periodLabel = z
  .string()
  .transform((text, context) => {
    const month = /^((?:19|2\d)\d\d-\d\d)(?:-01)?$/.exec(text)?.[1]
    const label = month === undefined ? null : parseAsOf(`${month}-01`)
    return (
      label ?? unusable(context, 'should be the first day of a month from 1900 to 2999, such as 2026-11-01, or 2026-11')
    )
  })
  .openapi({
    type: 'string',
    pattern: '^(19|2\\d)\\d\\d-(0[1-9]|1[0-2])(-01)?$',
    example: '2026-11-01',
    description: 'Label of a period: the first day of a month, or the month alone.',
  })

/** Opaque: any text can be one; an unknown one is not malformed. */
export const geoId = z.string().min(1, 'should be the geo_id of a place, which GET /geo and GET /geo/search return')

function unusable(context: z.RefinementCtx<string>, message: string): never {
  context.addIssue(message)
  return z.NEVER
}
