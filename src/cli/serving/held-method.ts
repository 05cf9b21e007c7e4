import type { BuildOptions } from '../../service/build/build-periods.ts'
import { openFigureStore } from '../../service/figures/figure-store.ts'

/**
 * How the newest published period was made, so that what was once chosen holds for later builds; nothing where none is
 * published.
 */
export function heldMethod(dataDir: string, now: () => Date): Pick<BuildOptions, 'trimPct' | 'minListings'> {
  const figures = openFigureStore(dataDir, now)
  try {
    const meta = figures.newest()?.meta
    return meta ? { trimPct: meta.trim_pct, minListings: meta.min_listings_by_res } : {}
  } finally {
    figures.close()
  }
}
