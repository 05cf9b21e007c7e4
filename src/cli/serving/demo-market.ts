import { basename } from 'node:path'
import { type DemoOptions, type DemoReport, makeDemo } from '../../service/demo/make-demo.ts'
import { listingFiles } from '../../service/listings/listing-store.ts'

const DEMO_FILE = 'demo.parquet'

/** Makes the demonstration market up to the clock's month; null, and nothing, where listings of another kind are held. */
export async function keepDemoCurrent(options: DemoOptions): Promise<DemoReport | null> {
  const isAlone = listingFiles(options.dataDir).every((file) => basename(file) === DEMO_FILE)
  return isAlone ? makeDemo(options) : null
}
