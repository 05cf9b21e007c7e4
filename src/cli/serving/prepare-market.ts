import type { AsOf } from '../../domain/period.ts'
import { forgetPeriods } from '../../proxy/ledger/opening/forget-periods.ts'
import { buildPeriods } from '../../service/build/build-periods.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'
import { buildPlaceOf } from '../../service/open-figures.ts'
import { withListings } from '../../service/open-listings.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog, say, showProgress } from '../environment/terminal.ts'
import { keepDemoCurrent } from './demo-market.ts'
import { heldMethod } from './held-method.ts'
import { sayLeftOut } from './say-left-out.ts'

/**
 * Makes sure that there are listings and that their newest period is built. Where nothing was ever imported, creates the
 * demonstration market up to the clock's month.
 */
export async function prepareMarket(settings: Environment, demoListings: number | undefined): Promise<void> {
  const { dataDir } = settings
  const now = clockOf(settings)
  const log = jsonLog(settings.logLevel)
  const options = { dataDir, now, log, onProgress: showProgress }
  // An operator who keeps listings in object storage has a market already.
  const isDemoWanted = settings.listingsUrl === null
  const isFirst = listingFiles(dataDir).length === 0
  const onMake = () => {
    if (!isFirst) return
    say(
      `No listings in ${dataDir}: creating a demonstration market of simulated listings. This takes a minute or two, once.`,
    )
  }
  const demo = isDemoWanted
    ? await keepDemoCurrent({ ...options, onMake, ...(demoListings !== undefined && { listings: demoListings }) })
    : null
  if (demo?.made) say(`Demonstration market of ${demo.listings} simulated listings: ${demo.seconds.toFixed(1)} s`)
  const announce = (labels: readonly AsOf[]) => forgetPeriods({ ...settings, log }, labels)
  const { built } = await withListings(settings, now, async (shared) =>
    buildPeriods({
      ...options,
      ...(await heldMethod(settings, now)),
      ...(await buildPlaceOf(settings, shared)),
      only: 'newest',
      announce,
    }),
  )
  for (const { as_of, figures, seconds } of built) say(`${figures} figures for ${as_of}: ${seconds.toFixed(1)} s`)
  sayLeftOut(built)
}
