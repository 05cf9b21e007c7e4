import type { S3Address } from './object-storage/s3-address.ts'
import type { SharedListings } from './stored-listings/shared-listings.ts'

/** Where imported listings are kept: object storage, or only files of DATA_DIR. */
export interface ListingsPlace {
  readonly dataDir: string
  /** Null means files of DATA_DIR. */
  readonly listingsUrl: S3Address | null
}

/** Opens the object storage; null where listings are only in DATA_DIR. What only it needs is loaded only then. */
export async function openListings(
  { dataDir, listingsUrl }: ListingsPlace,
  now: () => Date,
): Promise<SharedListings | null> {
  if (listingsUrl === null) return null
  const { openBucket } = await import('./object-storage/s3-bucket.ts')
  const { openSharedListings } = await import('./stored-listings/shared-listings.ts')
  return openSharedListings(await openBucket(listingsUrl), { dataDir, now })
}

/** Uses the object storage, null where there is none, and closes it again. */
export async function withListings<T>(
  place: ListingsPlace,
  now: () => Date,
  use: (shared: SharedListings | null) => Promise<T>,
): Promise<T> {
  const shared = await openListings(place, now)
  try {
    return await use(shared)
  } finally {
    await shared?.close()
  }
}
