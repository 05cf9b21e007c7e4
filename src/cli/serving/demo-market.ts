import { basename } from 'node:path'
import { type DemoOptions, type DemoReport, makeDemo } from '../../service/demo/make-demo.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'
import { hasRuns } from '../../service/runs/run-store.ts'

const DEMO_FILE = 'demo.parquet'

/**
 * Updates the demonstration market to the clock's month; returns null and does nothing if there are other listings, or
 * there were.
 */
export async function keepDemoCurrent(options: DemoOptions): Promise<DemoReport | null> {
  const isAlone = listingFiles(options.dataDir).every((file) => basename(file) === DEMO_FILE)
  return isAlone && !wasEmptied(options.dataDir) ? makeDemo(options) : null
}

/** Whether all imports were taken back, so that there is nothing to show, not even the demonstration. */
function wasEmptied(dataDir: string): boolean {
  return listingFiles(dataDir).length === 0 && hasRuns(dataDir)
}

/** Whether DATA_DIR has the demonstration market's listings. */
export function holdsDemo(dataDir: string): boolean {
  return listingFiles(dataDir).some((file) => basename(file) === DEMO_FILE)
}

/** For those who meant to see their own listings, and have just started the demonstration in the default folder. */
export function besideDemo(dataDir: string): string {
  return `${dataDir} also has the demonstration market. Where both have listings, figures are made from yours and simulated ones together. To keep them apart, run "squaremetre imports remove" here, and import into a folder of its own: DATA_DIR=my-market squaremetre import …`
}
