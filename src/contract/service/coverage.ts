import { z } from 'zod'
import { coverageCountryExtras, coverageExtras, receivedCountryExtras, receivedCoverageExtras } from './assumptions.ts'
import { receivedInteger } from './values/received-values.ts'
import { receivedNote } from './values/short-text.ts'
import { readStatedCut } from './values/stated-cut.ts'

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
    ...coverageCountryExtras,
  })
  .meta({ id: 'CoverageCountry' })
export type CoverageCountry = z.infer<typeof coverageCountry>

export const coverageResponse = z
  .object({
    window_days: z.int(),
    freshness: z.string(),
    coverage: z.string(),
    countries: z.array(coverageCountry),
    ...coverageExtras,
  })
  .meta({ id: 'Coverage' })
export type CoverageResponse = z.infer<typeof coverageResponse>

const flag = z.boolean().nullish().catch(null)

/**
 * A market as any service may send it: only its code is required. Null resolutions are unknown, and unknown is not
 * none.
 */
const receivedCountry = z.object({
  country: z
    .string()
    .trim()
    .min(1)
    .transform((code) => code.toLowerCase()),
  h3_resolutions: z
    .array(receivedInteger)
    .max(100)
    .nullish()
    .transform((resolutions) => resolutions ?? null)
    .catch(null),
  last_ad_parsed_at: z.string().nullish().catch(null),
  searchable: flag,
  prices_available: flag,
  reports_available: flag,
  ...receivedCountryExtras,
})
export type ReceivedCountry = z.infer<typeof receivedCountry>

/** Coverage as any service may send it; markets that cannot be read are counted, and so is word of markets left out. */
export const receivedCoverage = z
  .looseObject({
    window_days: z.number().nullish().catch(null),
    freshness: receivedNote,
    coverage: receivedNote,
    // There are 250 countries.
    countries: z.array(z.unknown()).max(10_000),
    ...receivedCoverageExtras,
  })
  .transform((body) => {
    const { countries: entries, window_days, freshness, coverage, revisions, first_view } = body
    const countries = entries.flatMap((entry) => receivedCountry.safeParse(entry).data ?? [])
    const unreadable = entries.length - countries.length
    return {
      ...{ window_days, freshness, coverage, revisions, first_view },
      countries,
      unreadable,
      isPart: readStatedCut(body, Number.POSITIVE_INFINITY) !== null,
    }
  })
export type ReceivedCoverage = z.infer<typeof receivedCoverage>

/** Section 2.10. */
export const pingResponse = z.object({ status: z.string(), version: z.string() }).meta({ id: 'Ping' })
