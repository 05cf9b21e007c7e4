import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { BIGINT, DOUBLE, DuckDBInstance, type DuckDBType, INTEGER, TINYINT, VARCHAR } from '@duckdb/node-api'
import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import type { Day } from '../../domain/period.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { ChunkBuffer } from '../storage/chunk-buffer.ts'
import { DUCK_SETTINGS } from '../storage/duck-settings.ts'
import { temporaryName } from '../storage/leftovers.ts'
import createStagingSql from './listing-staging.sql?raw'
import publishListingsSql from './publish-listings.sql?raw'

/** A listing as stored, one per row of `listings/*.parquet`, with the names of the columns. */
export interface Listing {
  /** Unique among all stored listings. */
  key: string
  source: string
  /** Lower-case alpha-2. */
  country: string
  ad_sub_type: 'buy' | 'rent'
  property_type: string
  /** Bedrooms, 0 for a studio, at most 127; null when unknown. */
  rooms: number | null
  /** Above 0, in `currency`; a rent is per month. */
  price: number
  /** ISO 4217. */
  currency: string
  /** m², above 0; null when unknown. */
  area: number | null
  lat: number
  lng: number
  listed_on: Day
  /** At resolution 8. */
  cell: Cell
  region: string | null
  province: string | null
  city: string | null
  macrozone: string | null
  microzone: string | null
}

/** Collects listings and publishes them as one file. */
export interface ListingWriter {
  /** Buffers one listing; cheap and synchronous. */
  add(listing: Listing): void
  /** Writes the file, publishes it with one rename, replacing a file of the same name, and closes the writer. */
  publish(): Promise<{ rows: number; file: string }>
  /** Drops the added listings and closes the writer. */
  discard(): void
}

// Strings that repeat from row to row are staged as one integer, and missing numbers as a marker instead of null: both
// are several times cheaper in the appender, and the publishing query converts them back.
const STAGED: readonly DuckDBType[] = [VARCHAR, INTEGER, INTEGER, TINYINT, DOUBLE, DOUBLE, DOUBLE, DOUBLE, BIGINT]
const MISSING = -1

type Group = readonly (string | null)[]

/** The folder of stored listings. */
export function listingsDir(dataDir: string): string {
  return join(dataDir, 'service', 'listings')
}

/** The files of stored listings in a fixed order; empty when nothing was imported. */
export function listingFiles(dataDir: string): string[] {
  const dir = listingsDir(dataDir)
  try {
    const names = readdirSync(dir).filter((name) => name.endsWith('.parquet'))
    return names.sort().map((name) => join(dir, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Publishes a finished temporary file as `listings/<name>.parquet`; returns its path. */
export function publishListingFile(dataDir: string, temporary: string, name: string): string {
  const file = join(listingsDir(dataDir), `${name}.parquet`)
  renameSync(temporary, file)
  return file
}

/** A path to write to before `publishListingFile`; creates the folder. */
export function temporaryListingFile(dataDir: string, name: string): string {
  makeFolder(listingsDir(dataDir))
  return join(listingsDir(dataDir), temporaryName(name))
}

/** The first of `name`, `name-2`, `name-3` … that no stored file has. */
export function freeListingName(dataDir: string, name: string): string {
  const taken = new Set(listingFiles(dataDir).map((file) => basename(file, '.parquet')))
  let free = name
  for (let next = 2; taken.has(free); next++) free = `${name}-${next}`
  return free
}

/** Opens a writer whose `publish` creates `listings/<name>.parquet`. Writes half a million listings per second. */
export async function openListingWriter(dataDir: string, name: string): Promise<ListingWriter> {
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) {
    throw new Error(`listing file name "${name}" should have lower-case letters, digits, ".", "_" and "-" only`)
  }
  const instance = await DuckDBInstance.create(':memory:', { ...DUCK_SETTINGS, preserve_insertion_order: 'false' })
  const connection = await instance.connect()
  await connection.run(createStagingSql)
  const rows = new ChunkBuffer(await connection.createAppender('staged'), STAGED)
  const groups = new Map<string, number>()
  const distinct: Group[] = []
  const days = new Map<Day, number>()
  const cells = new Map<Cell, bigint>()

  const close = () => {
    connection.closeSync()
    instance.closeSync()
  }

  return {
    add(listing) {
      const { key, rooms, price, area, lat, lng } = listing
      const day = remembered(days, listing.listed_on, epochDay)
      const cell = remembered(cells, listing.cell, cellToBigInt)
      const group = groupOf(listing)
      const id = remembered(groups, group.join('\u0000'), () => distinct.push(group) - 1)
      rows.add([key, id, day, rooms ?? MISSING, price, area ?? MISSING, lat, lng, cell])
    },
    async publish() {
      rows.close()
      const dictionary = new ChunkBuffer(await connection.createAppender('staged_group'), GROUP_TYPES)
      distinct.forEach((group, id) => {
        dictionary.add([id, ...group])
      })
      dictionary.close()
      const temporary = temporaryListingFile(dataDir, name)
      try {
        await connection.run(publishListingsSql, { file: temporary })
        return { rows: rows.count, file: publishListingFile(dataDir, temporary, name) }
      } finally {
        rmSync(temporary, { force: true })
        close()
      }
    },
    discard() {
      rows.close()
      close()
    },
  }
}

const GROUP_TYPES: readonly DuckDBType[] = [INTEGER, ...Array.from({ length: 10 }, () => VARCHAR)]

function groupOf(listing: Listing): Group {
  const { source, country, ad_sub_type, property_type, currency, region, province, city, macrozone, microzone } =
    listing
  return [source, country, ad_sub_type, property_type, currency, region, province, city, macrozone, microzone]
}

function epochDay(day: Day): number {
  const time = Date.parse(day)
  if (Number.isNaN(time) || day.length !== 10) throw new Error(`listed_on "${day}" should be a day such as 2026-10-31`)
  return time / 86_400_000
}

function remembered<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  const held = known.get(key)
  if (held !== undefined) return held
  const made = make(key)
  known.set(key, made)
  return made
}
