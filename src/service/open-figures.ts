import type { FaultLog } from '../server/storage/file-faults.ts'
import type { BuildOptions } from './build/build-periods.ts'
import type { OpenBuildStore } from './build/build-store.ts'
import type { StoredSource } from './build/clickhouse/listing-files.ts'
import type { ClickhouseAddress } from './clickhouse/clickhouse-address.ts'
import { type FigureStore, openFigureStore } from './figures/figure-store.ts'
import type { PricedFigures } from './figures/priced-figures.ts'
import { openPricedFigures } from './figures/priced-in-files.ts'
import type { ListingsPlace } from './open-listings.ts'
import type { SharedListings } from './stored-listings/shared-listings.ts'

/** Which store has the figures: a ClickHouse, or files of DATA_DIR. */
export interface FiguresPlace {
  readonly dataDir: string
  /** Null means files of DATA_DIR. */
  readonly figuresUrl: ClickhouseAddress | null
}

/** Opens the published figures for serving. What only ClickHouse needs is loaded only then. */
export async function openFigures(
  { dataDir, figuresUrl }: FiguresPlace,
  now: () => Date,
  log: FaultLog | null,
): Promise<{ figures: FigureStore; pricedFigures: PricedFigures }> {
  if (figuresUrl === null) {
    return { figures: openFigureStore(dataDir, now, log), pricedFigures: openPricedFigures(log) }
  }
  const { openClickhouseFigures } = await import('./figures/clickhouse/clickhouse-figures.ts')
  return openClickhouseFigures({ address: figuresUrl, dataDir, now, log, mirrors: true })
}

/** Reads what is published, without figures, and closes the store again. */
export async function withPublished<T>(
  { dataDir, figuresUrl }: FiguresPlace,
  now: () => Date,
  use: (figures: FigureStore) => T,
): Promise<T> {
  const figures = figuresUrl === null ? openFigureStore(dataDir, now) : await openThere(figuresUrl, dataDir, now)
  try {
    return use(figures)
  } finally {
    figures.close()
  }
}

/** Where a build computes and publishes; undefined means files of DATA_DIR. A ClickHouse reads `stored` by itself. */
export async function buildStoreOf(
  { figuresUrl }: FiguresPlace,
  stored: StoredSource | null = null,
): Promise<OpenBuildStore | undefined> {
  if (figuresUrl === null) return undefined
  const { clickhouseBuildStore } = await import('./build/clickhouse/clickhouse-store.ts')
  return clickhouseBuildStore(figuresUrl, stored)
}

/** Where a build gets listings from, and where it computes and publishes. */
export async function buildPlaceOf(
  place: FiguresPlace & ListingsPlace,
  shared: SharedListings | null,
): Promise<Pick<BuildOptions, 'openStore' | 'fetchListings'>> {
  const { figuresUrl, listingsUrl } = place
  if (shared === null || listingsUrl === null) return { openStore: await buildStoreOf(place) }
  const openStore = await buildStoreOf(place, { keys: listingsUrl, listings: () => shared.listings() })
  return { openStore, fetchListings: figuresUrl === null ? shared.fetch : shared.fetchRecords }
}

async function openThere(address: ClickhouseAddress, dataDir: string, now: () => Date): Promise<FigureStore> {
  const { openClickhouseFigures } = await import('./figures/clickhouse/clickhouse-figures.ts')
  return (await openClickhouseFigures({ address, dataDir, now, log: null, mirrors: false })).figures
}
