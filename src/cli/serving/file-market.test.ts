// @module-tag nightly
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFigureStore } from '../../service/figures/figure-store.ts'
import { readImportRuns } from '../../service/import/import-runs.ts'
import { clockOf, parseEnvironment } from '../environment/environment.ts'
import { makeFileMarket, marketFolder } from './file-market.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'file-market-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const settings = () => ({ ...parseEnvironment({}), dataDir: join(dir, 'data') })

/** Listings around a point of Melbourne, dense in its middle, without dates. */
function write(name: string, price: number, rows = 200, currencies = ['AUD']): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const [north, east] = [(i % 14) * 0.004, Math.floor(i / 14) * 0.004]
    const [lat, lng] = [(-37.81 + north).toFixed(4), (144.96 + east).toFixed(4)]
    return Array.from(
      { length: 6 },
      (_, j) => `${price + 10 * i + j},${60 + j},${lat},${lng},rent,${currencies[j % currencies.length]}`,
    ).join('\n')
  })
  const file = join(dir, name)
  writeFileSync(file, `price,area,lat,lng,operation,currency\n${lines.join('\n')}\n`)
  return file
}

test('a file of old rents without dates becomes a map that opens on its rents, without any option', async () => {
  const file = write('rents-april-2019.csv', 2_000)
  const made = await makeFileMarket(settings(), [file], {})
  expect(made.reports).toMatchObject([{ rows: 1_200, kept: 1_200, reading: { guessed_month: { month: '2019-04' } } }])
  expect(made.settings.fixedNow?.toISOString()).toBe('2019-05-15T00:00:00.000Z')
  expect(made.built?.figures).toBeGreaterThan(0)
  const figures = openFigureStore(made.settings.dataDir, clockOf(made.settings))
  expect(figures.served()?.meta.first_view).toMatchObject({ country: 'au', currency: 'AUD', ad_sub_type: 'rent' })
  figures.close()
})

test('files have a market of their own, which shows them as they are', async () => {
  const file = write('rents-april-2019.csv', 2_000, 20, ['AUD', 'ZAR'])
  const folder = marketFolder(settings(), [file])
  mkdirSync(join(folder, 'service'), { recursive: true })
  writeFileSync(join(folder, 'service', 'rates.csv'), 'date,currency,rate\n2018-01-31,USD,1\n2018-01-31,ZAR,12\n')
  const said = vi.spyOn(process.stderr, 'write')
  expect((await makeFileMarket(settings(), [file], {})).settings.dataDir).toBe(folder)
  expect(said.mock.calls.join()).toContain('2019-05-01: expected exchange rates within 35 days')
  said.mockRestore()
  write('rents-april-2019.csv', 3_000, 10)
  const again = await makeFileMarket(settings(), [file], {})
  expect(again.settings.dataDir).toBe(folder)
  expect(readImportRuns(folder).map(({ counting }) => counting)).toEqual([0, 60])
  expect((await makeFileMarket(settings(), [file], {})).built).toBeNull()
  expect(marketFolder(settings(), [write('other.csv', 1)])).not.toBe(folder)
  expect(marketFolder({ ...settings(), isDataDirSet: true }, [file])).toBe(join(dir, 'data'))
})

test('files in the folder of the demonstration are said to be counted with it', async () => {
  const given = { ...settings(), isDataDirSet: true }
  await makeFileMarket(given, [write('rents-april-2019.csv', 2_000, 10)], {})
  const listings = join(given.dataDir, 'service', 'listings')
  for (const name of readdirSync(listings)) renameSync(join(listings, name), join(listings, 'demo.parquet'))
  rmSync(join(given.dataDir, 'service', 'imports'), { recursive: true })
  const said = vi.spyOn(process.stderr, 'write')
  await makeFileMarket(given, [write('rents-april-2019.csv', 3_000, 10)], {})
  expect(said.mock.calls.join()).toContain(`${given.dataDir} also has the demonstration market.`)
  said.mockRestore()
})
