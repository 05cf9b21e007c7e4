import type { BuildOptions } from '../../service/build/build-periods.ts'
import { type FiguresPlace, withPublished } from '../../service/open-figures.ts'

/**
 * The build options of the newest published period, so that later builds use the same ones; empty when nothing is
 * published.
 */
export async function heldMethod(
  place: FiguresPlace,
  now: () => Date,
): Promise<Pick<BuildOptions, 'trimPct' | 'minListings' | 'ratesAnyAge'>> {
  const meta = await withPublished(place, now, (figures) => figures.newest()?.meta ?? null)
  if (!meta) return {}
  return { trimPct: meta.trim_pct, minListings: meta.min_listings_by_res, ratesAnyAge: meta.rates_any_age }
}
