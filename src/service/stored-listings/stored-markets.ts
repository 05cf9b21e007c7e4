import { createFileFaults, type FaultLog } from '../../server/storage/file-faults.ts'
import { type Market, type MarketStore, mergeMarkets } from '../listings/market-store.ts'
import { StorageRefused } from '../object-storage/s3-bucket.ts'
import type { SharedListings } from './shared-listings.ts'

/** How often the manifest is read, in ms. */
const LOOK_EVERY_MS = 60_000

/**
 * The markets of listings in object storage, without reading these. Rejects when the storage refuses; while it does not
 * respond, what was known stays.
 */
export async function openStoredMarkets(
  shared: SharedListings,
  log: FaultLog | null,
  everyMs = LOOK_EVERY_MS,
): Promise<MarketStore & { close(): void }> {
  const faults = createFileFaults(log)
  let markets: Market[] = []
  const look = async () => {
    await shared.look()
    markets = mergeMarkets(
      shared
        .listings()
        .flatMap(({ imported_at, markets: found }) =>
          found.map((market) => ({ ...market, importedAt: new Date(imported_at), simulated: false })),
        ),
    )
    faults.end(shared.name)
  }
  try {
    await look()
  } catch (error) {
    if (error instanceof StorageRefused) throw error
    faults.begin(shared.name, error)
  }
  let isClosed = false
  const later = () => {
    if (isClosed) return
    setTimeout(() => {
      look()
        .catch((error: unknown) => faults.begin(shared.name, error))
        .finally(later)
    }, everyMs).unref()
  }
  later()
  return {
    markets: async () => markets,
    isDegraded: () => faults.files().length > 0,
    close() {
      isClosed = true
      // Nothing is asked any more.
      void shared.close()
    },
  }
}
