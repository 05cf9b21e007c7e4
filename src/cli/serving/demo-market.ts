import { basename } from 'node:path'
import { type DemoOptions, type DemoReport, makeDemo } from '../../service/demo/make-demo.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'

const DEMO_FILE = 'demo.parquet'

/** Updates the demonstration market to the clock's month; returns null and does nothing if there are other listings. */
export async function keepDemoCurrent(options: DemoOptions): Promise<DemoReport | null> {
  const isAlone = listingFiles(options.dataDir).every((file) => basename(file) === DEMO_FILE)
  return isAlone ? makeDemo(options) : null
}

/** Whether DATA_DIR has the demonstration market's listings. */
export function holdsDemo(dataDir: string): boolean {
  return listingFiles(dataDir).some((file) => basename(file) === DEMO_FILE)
}
