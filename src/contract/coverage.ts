import { z } from 'zod'

/** Section 2.6. */
export const coverageCountry = z
  .object({
    country: z.string().meta({ description: 'Lower-case alpha-2 code.' }),
    h3_resolutions: z.array(z.int()),
    last_ad_parsed_at: z.string().nullable().meta({
      format: 'date-time',
      description: 'When listings were last imported; null when the market has no source.',
    }),
    searchable: z.boolean().meta({ description: 'Whether the country has named places to search.' }),
    prices_available: z.boolean().meta({
      description: 'Whether listings were imported within `window_days`; a place uses the name in another sense.',
    }),
    reports_available: z.boolean(),
  })
  .meta({ id: 'CoverageCountry' })
export type CoverageCountry = z.infer<typeof coverageCountry>

export const coverageResponse = z
  .object({
    window_days: z.int(),
    freshness: z.string(),
    coverage: z.string(),
    countries: z.array(coverageCountry),
  })
  .meta({ id: 'Coverage' })
export type CoverageResponse = z.infer<typeof coverageResponse>

/** Section 2.10. */
export const pingResponse = z.object({ status: z.string(), version: z.string() }).meta({ id: 'Ping' })
