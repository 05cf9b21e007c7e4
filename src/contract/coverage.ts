import { z } from 'zod'

/** Section 2.6. */
export const coverageCountry = z.object({
  country: z.string(),
  h3_resolutions: z.array(z.int()),
  last_ad_parsed_at: z.string().nullable(),
  searchable: z.boolean(),
  prices_available: z.boolean(),
  reports_available: z.boolean(),
})
export type CoverageCountry = z.infer<typeof coverageCountry>

export const coverageResponse = z.object({
  window_days: z.int(),
  freshness: z.string(),
  coverage: z.string(),
  countries: z.array(coverageCountry),
})
export type CoverageResponse = z.infer<typeof coverageResponse>

/** Section 2.10. */
export const pingResponse = z.object({ status: z.string(), version: z.string() })
