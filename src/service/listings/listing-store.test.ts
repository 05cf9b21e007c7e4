import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { latLngToCell } from 'h3-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { freeListingName, type Listing, listingFiles, openListingWriter } from './listing-store.ts'

const LISTING: Listing = {
  key: 'a',
  source: 'test',
  country: 'es',
  ad_sub_type: 'rent',
  property_type: 'house',
  rooms: null,
  price: 1000.5,
  currency: 'EUR',
  area: null,
  lat: 41.4,
  lng: 2.17,
  listed_on: '2026-10-31',
  cell: trustCell(latLngToCell(41.4, 2.17, 8)),
  region: 'Catalonia',
  province: null,
  city: 'Barcelona',
  macrozone: null,
  microzone: null,
}
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'listings-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function rows(file: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(
    'SELECT * REPLACE (listed_on::VARCHAR AS listed_on, to_hex(cell) AS cell) FROM read_parquet($file) ORDER BY key',
    { file },
  )
  instance.closeSync()
  return reader.getRowObjectsJS()
}

describe('openListingWriter', () => {
  test('stores what is added, over several chunks', async () => {
    const writer = await openListingWriter(dir, 'market')
    for (let i = 0; i < 5000; i++)
      writer.add({ ...LISTING, key: `k${String(i).padStart(5, '0')}`, rooms: i % 3, area: i + 1 })
    writer.add(LISTING)
    const published = await writer.publish()
    expect(published.rows).toBe(5001)
    const stored = await rows(published.file)
    expect(stored).toHaveLength(5001)
    expect(stored[0]).toEqual({ ...LISTING, cell: LISTING.cell.toUpperCase() })
    expect(stored.at(-1)).toMatchObject({ key: 'k04999', rooms: 4999 % 3, area: 5000 })
  })

  test('shows nothing before it is published, or after it is discarded', async () => {
    const writer = await openListingWriter(dir, 'market')
    writer.add(LISTING)
    expect(listingFiles(dir)).toEqual([])
    writer.discard()
    expect(listingFiles(dir)).toEqual([])
  })

  test('replaces a file of the same name, which a free name avoids', async () => {
    for (let round = 0; round < 2; round++) {
      const writer = await openListingWriter(dir, 'market')
      writer.add(LISTING)
      await writer.publish()
    }
    expect(readdirSync(join(dir, 'service', 'listings'))).toEqual(['market.parquet'])
    expect(freeListingName(dir, 'market')).toBe('market-2')
    expect(freeListingName(dir, 'other')).toBe('other')
  })

  test('refuses an invalid day or name', async () => {
    const writer = await openListingWriter(dir, 'market')
    expect(() => writer.add({ ...LISTING, listed_on: '31/10/2026' })).toThrow('listed_on "31/10/2026"')
    writer.discard()
    await expect(openListingWriter(dir, '../x')).rejects.toThrow('listing file name "../x"')
  })
})
