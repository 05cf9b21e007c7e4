import type { BuildOptions } from '../../service/build/build-periods.ts'
import { openFigureStore } from '../../service/figures/figure-store.ts'

/**
 * The build options of the newest published period, so that later builds use the same ones; empty when nothing is
 * published.
 */
export function heldMethod(
  dataDir: string,
  now: () => Date,
): Pick<BuildOptions, 'trimPct' | 'minListings' | 'ratesAnyAge'> {
  const figures = openFigureStore(dataDir, now)
  try {
    const meta = figures.newest()?.meta
    if (!meta) return {}
    return { trimPct: meta.trim_pct, minListings: meta.min_listings_by_res, ratesAnyAge: meta.rates_any_age }
  } finally {
    figures.close()
  }
}
