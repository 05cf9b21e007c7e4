import { basename } from 'node:path'
import { forgetPeriods } from '../../proxy/forget-periods.ts'
import { buildPeriods } from '../../service/build/build-periods.ts'
import { makeDemo } from '../../service/demo/make-demo.ts'
import { listingFiles } from '../../service/io/listing-store.ts'
import { clockOf, type Environment } from '../environment.ts'
import { heldMethod } from '../held-method.ts'
import { jsonLog, say, showProgress } from '../terminal.ts'

const DEMO_FILE = 'demo.parquet'

/**
 * Makes sure that there are listings, with the newest period that they give: the demonstration market's where no others
 * are held, up to the clock's month.
 */
export async function prepareMarket(settings: Environment, demoListings: number | undefined): Promise<void> {
  const { dataDir } = settings
  const now = clockOf(settings)
  const options = { dataDir, now, log: jsonLog(settings.logLevel), onProgress: showProgress }
  const files = listingFiles(dataDir)
  if (files.length === 0) {
    say(`No listings in ${dataDir}: making a demonstration market of simulated ones. That takes up to a minute, once.`)
  }
  if (files.every((file) => basename(file) === DEMO_FILE)) {
    const { made, listings, seconds } = await makeDemo({
      ...options,
      ...(demoListings !== undefined && { listings: demoListings }),
    })
    if (made) say(`Demonstration market of ${listings} simulated listings: ${seconds.toFixed(1)} s`)
  }
  const { built } = await buildPeriods({ ...options, ...heldMethod(dataDir, now), only: 'newest' })
  await forgetPeriods(
    dataDir,
    built.map(({ as_of }) => as_of),
  )
  for (const { as_of, figures, seconds } of built) say(`${figures} figures of ${as_of}: ${seconds.toFixed(1)} s`)
}
