import type { statsBody } from './stats-body.ts'

type StatsBody = ReturnType<typeof statsBody>

/** Returns a metered body as languages write it that have decimals, dates with a time, and lists that can be null. */
export function inOtherTypes({ as_of, resolution, stats, ...rest }: StatsBody) {
  return {
    ...rest,
    as_of: `${as_of}T00:00:00Z`,
    resolution: String(resolution),
    stats: stats.length === 0 ? null : stats.map(rowInOtherTypes),
  }
}

function rowInOtherTypes({ estimated, h3, ...rest }: StatsBody['stats'][number], index: number) {
  const amounts = ['median_price', 'median_price_per_sqm', 'median_area'] as const
  return {
    ...rest,
    h3: index % 2 === 0 && /^\d+$/.test(h3) ? Number(h3) : h3,
    ...(estimated && { estimated: 1 }),
    ...Object.fromEntries(amounts.map((name) => [name, rest[name] === null ? undefined : String(rest[name])])),
  }
}
