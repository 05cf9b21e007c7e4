import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { asOfAt } from '../../domain/period.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { readGeoNames } from '../geonames/geonames.ts'
import { listingsDir, openListingWriter } from '../listings/listing-store.ts'
import { workAlone } from '../storage/work-lock.ts'
import { createLandMask } from './land-mask.ts'
import { drawMarket } from './market-map.ts'
import { offerListings } from './offer-listings.ts'
import { readOutlines, readSeaCells } from './outlines.ts'
import { growPlaces } from './place-rows.ts'
import { settlementsAmong } from './settlements.ts'
import { territoriesOf } from './territory.ts'
import { groupTowns } from './towns.ts'
import { placesFile, writePlaces } from './write-places.ts'

/** What the demonstration market is made from. */
export interface DemoOptions {
  dataDir: string
  now: () => Date
  /**
   * Listings over all months; about 3 % fewer are created, because the month's remaining days have none yet. Defaults
   * to the existing market's value, initially 1,000,000.
   */
  listings?: number
  /** Another seed gives another market in the same towns. Default 1. */
  seed?: number
  log: Logger
  /** Called before the market is created, once DATA_DIR is known to be writable; not when it is already there. */
  onMake?: () => void
  onProgress?: (text: string) => void
}

const demoReport = z.object({
  /** First day of the market's last month. */
  month: z.string(),
  listings: z.number(),
  listings_by_country: z.record(z.string(), z.number()),
  places: z.number(),
  place_cells: z.number(),
})

/** The market that was created or already there. */
export interface DemoReport extends z.infer<typeof demoReport> {
  /** False when the market of this month, size and seed was already there. */
  made: boolean
  seconds: number
}

/** Raise this when the same options are to give another market. */
const RECIPE = 3
const DEFAULT_LISTINGS = 1_000_000
const DEFAULT_SEED = 1
const FILE_NAME = 'demo'
const LISTINGS_PER_PAUSE = 50_000

/**
 * Creates the demonstration market: listings in `listings/demo.parquet`, places with source `demo`. Does nothing if it
 * exists for this month, size and seed; otherwise replaces it. Throws when the size is not a whole number.
 */
export async function makeDemo(options: DemoOptions): Promise<DemoReport> {
  const { dataDir, onProgress: onWait } = options
  return workAlone({ dataDir, task: 'demo', onWait }, () => makeUnlessThere(options))
}

async function makeUnlessThere(options: DemoOptions): Promise<DemoReport> {
  const { dataDir, log, seed = DEFAULT_SEED } = options
  const held = readMarker(dataDir)
  const listings = options.listings ?? held?.asked ?? DEFAULT_LISTINGS
  if (!Number.isInteger(listings) || listings < 1) {
    throw new Error(`demo listings "${listings}" should be a whole number above 0, such as 1000000`)
  }
  if (!Number.isInteger(seed)) throw new Error(`demo seed "${seed}" should be a whole number`)
  const now = options.now()
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 100) / 10
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([RECIPE, asOfAt(now), listings, seed]))
    .digest('hex')

  if (held?.fingerprint === fingerprint) return { ...held.made, made: false, seconds: seconds() }
  // Removed first, so that an interrupted run is repeated.
  rmSync(markerFile(dataDir), { force: true })
  options.onMake?.()
  const made = await build({ ...options, listings, seed }, now)
  writeMarker(dataDir, { fingerprint, asked: listings, made })
  log.info({ ...made, seconds: seconds() }, 'demonstration market made')
  return { ...made, made: true, seconds: seconds() }
}

type Made = z.infer<typeof demoReport>

async function build(options: DemoOptions & { listings: number; seed: number }, now: Date): Promise<Made> {
  const { dataDir, listings, seed } = options
  const step = async (text: string) => {
    options.onProgress?.(text)
    // Lets the event loop run, so that progress is shown while this thread is busy.
    await setImmediate()
  }
  await step('Reading towns and coastlines')
  const settlements = settlementsAmong(readGeoNames())
  const land = createLandMask(readOutlines(), readSeaCells())
  const territoryOf = territoriesOf(settlements)

  await step('Laying out the simulated market')
  const market = drawMarket(groupTowns(settlements), land, seed)

  await step('Drawing places')
  const rows = growPlaces(market, settlements, territoryOf, land)
  await step('Writing places')
  const { places, cells } = writePlaces(dataDir, rows)

  const byCountry: Record<string, number> = {}
  const writer = await openListingWriter(dataDir, FILE_NAME)
  let count = 0
  try {
    for (const listing of offerListings({ market, land, territoryOf, listings, seed, now })) {
      if (count++ % LISTINGS_PER_PAUSE === 0) {
        await step(`Simulating listings: ${Math.min(99, Math.floor((100 * count) / listings))} %`)
      }
      byCountry[listing.country] = (byCountry[listing.country] ?? 0) + 1
      writer.add(listing)
    }
  } catch (error) {
    writer.discard()
    throw error
  }
  await step('Writing listings')
  const { rows: written } = await writer.publish()
  return { month: asOfAt(now), listings: written, listings_by_country: byCountry, places, place_cells: cells }
}

function markerFile(dataDir: string): string {
  return join(dataDir, 'service', 'demo.json')
}

const marker = z.object({
  fingerprint: z.string(),
  /** The requested number of listings. */
  asked: z.number(),
  made: demoReport,
})
type Marker = z.infer<typeof marker>

/** The marker of the existing market; null when there is none or its files are missing. */
function readMarker(dataDir: string): Marker | null {
  const files = [markerFile(dataDir), join(listingsDir(dataDir), `${FILE_NAME}.parquet`), placesFile(dataDir)]
  if (!files.every((file) => existsSync(file))) return null
  const parsed = marker.safeParse(JSON.parse(readFileSync(markerFile(dataDir), 'utf8')))
  return parsed.success ? parsed.data : null
}

function writeMarker(dataDir: string, made: Marker): void {
  makeFolder(join(dataDir, 'service'))
  const temporary = `${markerFile(dataDir)}.${process.pid}.tmp`
  writeFileSync(temporary, JSON.stringify(made))
  renameSync(temporary, markerFile(dataDir))
}
