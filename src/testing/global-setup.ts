import { buildData } from '../../scripts/build-data.js'
import { buildWorker } from '../../scripts/build-worker.js'

/** Builds dist/data and dist/worker, which servers use, so that tests run in a fresh checkout. */
export async function setup(): Promise<void> {
  await buildData({ log: console.log })
  await buildWorker({ log: console.log })
}
