import { z } from 'zod'
import { receivedText } from './values/short-text.ts'

/** Every error code of the interface and its status. Source: interface section 7. */
export const ERROR_STATUS = {
  invalid_token: 401,
  subscription_inactive: 402,
  quota_exhausted: 402,
  read_only_token: 403,
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_cursor: 400,
  malformed_request: 400,
  too_many_hexes: 422,
  unknown_place: 404,
  not_covered: 404,
  resolution_not_in_plan: 403,
  rate_limited: 429,
  not_found: 404,
  internal_error: 500,
  reports_unavailable_for_country: 422,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

/** Reads a code; a code that the interface does not list becomes `internal_error` (section 7). */
export function readErrorCode(raw: string): ErrorCode {
  return Object.hasOwn(ERROR_STATUS, raw) ? (raw as ErrorCode) : 'internal_error'
}

/** The envelope of every failure; parsing drops unknown keys. */
export const errorEnvelope = z
  .object({
    error: z.string().meta({ description: 'Code to branch on; treat an unknown code as `internal_error`.' }),
    message: z.string().meta({ description: 'For people; never branch on it.' }),
    docs_url: z.string(),
    parameter: z.string().optional().meta({ description: 'The parameter at fault.' }),
    request_id: z.string().optional().meta({ description: 'Id to quote to support; also in `X-Request-Id`.' }),
    limit: z.number().optional(),
    resets_at: z.string().optional().meta({ format: 'date-time' }),
    upgrade_url: z.string().optional(),
    did_you_mean: z.array(z.string()).optional(),
  })
  .meta({ id: 'Error' })
export type ErrorEnvelope = z.infer<typeof errorEnvelope>

const { message, docs_url, parameter, upgrade_url, did_you_mean } = errorEnvelope.shape

const LONGEST_MESSAGE = 1_000

/**
 * The envelope as any service may send it. The interface names its additional keys but not their form. A key whose form
 * differs from ours is ignored, so that the error code is not lost with it.
 */
export const receivedEnvelope = errorEnvelope.extend({
  // It is shown to people.
  message: message.transform((text) => text.slice(0, LONGEST_MESSAGE)).catch(''),
  docs_url: docs_url.catch(''),
  parameter: parameter.catch(undefined),
  request_id: receivedText.optional().catch(undefined),
  // A limit counts cells; one below 1 says nothing.
  limit: z
    .union([z.number(), z.string().regex(/^\d{1,9}$/)])
    .transform((stated) => Math.floor(Number(stated)))
    .pipe(z.int().positive())
    .optional()
    .catch(undefined),
  resets_at: receivedText.optional().catch(undefined),
  upgrade_url: upgrade_url.catch(undefined),
  did_you_mean: did_you_mean.catch(undefined),
})
