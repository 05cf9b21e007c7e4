import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { keptSpans, readableImportRuns, readImportRuns } from '../import/import-runs.ts'
import { listingsDir } from '../listings/listing-store.ts'
import { openMarketStore } from '../listings/market-store.ts'
import { changeFiles, finishChanges } from '../storage/change-files.ts'
import { removeRuns } from './remove-run.ts'
import { runsDir, takenBackSpans } from './run-store.ts'

const HEADER = 'price,other,latitude,longitude,date'
/** Prices in these tests count hundreds of thousands, since an import rejects what no home costs. */
const UNIT = 100_000
const row = (price: number, other = price * 2) => `${UNIT * price},${UNIT * other},40.4168,-3.7038,2026-10-03\n`
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const prices = async () =>
  (await fixture.kept('price', 'price')).map(({ price }) => (price as number) / UNIT).sort((a, b) => a - b)
const runs = () => readImportRuns(fixture.dataDir)
const remove = (...ids: number[]) =>
  removeRuns({
    dataDir: fixture.dataDir,
    ids,
    read: runs,
    spansOf: keptSpans,
    now: () => new Date('2026-11-22'),
  })
const write = (name: string, ...rows: string[]) => fixture.write(name, `${HEADER}\n${rows.join('')}`)

describe('an import', () => {
  test('is kept with its file, digest, options, columns and counts', async () => {
    const file = write('flats.csv', row(1), row(2))
    await fixture.importFile(file, { country: 'es' })
    expect(runs()).toMatchObject([
      {
        id: 1,
        file,
        digest: expect.stringMatching(/^[0-9a-f]{10}$/),
        options: { country: 'es' },
        report: { rows: 2, kept: 2, columns: { price: 'price' }, replaces: false },
        counting: 2,
        removed_at: null,
      },
    ])
  })

  test('dates its market, whatever happens to the times of its files', async () => {
    const { listings_file } = await fixture.importFile(write('flats.csv', row(1), row(2)))
    const copied = new Date('2030-01-01')
    utimesSync(String(listings_file), copied, copied)
    const [market] = await openMarketStore(fixture.dataDir).markets()
    expect(market).toMatchObject({ country: 'es', importedAt: new Date('2026-11-21T12:00:00Z') })
  })

  test('whose record cannot be read is named once, and the others stay', { tags: 'nightly' }, async () => {
    await fixture.importFile(write('a.csv', row(1)))
    await fixture.importFile(write('b.csv', row(2)))
    const faulty = join(runsDir(fixture.dataDir), '1.json')
    const whole = readFileSync(faulty, 'utf8')
    const logged: [string, unknown][] = []
    const log = {
      error: (fields: object) => logged.push(['error', fields]),
      info: (fields: object) => logged.push(['info', fields]),
    }
    const markets = openMarketStore(fixture.dataDir, log)
    for (const damaged of ['{"id": 1', '{"id": 1}', '']) {
      writeFileSync(faulty, damaged)
      logged.length = 0
      for (let times = 0; times < 3; times++) expect(await markets.markets()).toMatchObject([{ country: 'es' }])
      expect(logged).toMatchObject([['error', { file: faulty }]])
      expect(markets.isDegraded()).toBe(true)
      expect(readableImportRuns(fixture.dataDir)).toMatchObject({ runs: [{ id: 2 }], unreadable: [{ file: faulty }] })
      expect(takenBackSpans(fixture.dataDir)).toMatchObject({ spans: [], unreadable: [{ file: faulty }] })
      await expect(fixture.importFile(write('c.csv', row(3)))).rejects.toThrow(faulty)
      writeFileSync(faulty, whole)
      await markets.markets()
      expect(logged.at(-1)).toMatchObject(['info', { file: faulty }])
      expect(markets.isDegraded()).toBe(false)
    }
    expect(await prices()).toEqual([1, 2])
  })

  test('whose listings cannot be read leaves the markets of the others', { tags: 'nightly' }, async () => {
    const { listings_file } = await fixture.importFile(write('a.csv', row(1)))
    await fixture.importFile(write('b.csv', '1000,2000,48.8566,2.3522,2026-10-03\n'))
    const logged: object[] = []
    writeFileSync(String(listings_file), 'no Parquet')
    const markets = openMarketStore(fixture.dataDir, { error: (fields) => logged.push(fields), info: () => {} })
    for (let times = 0; times < 2; times++) expect(await markets.markets()).toMatchObject([{ country: 'fr' }])
    expect(logged).toMatchObject([{ file: listings_file }])
  })

  test('of the same file read differently replaces the earlier one, even for rows that it rejects', {
    tags: 'nightly',
  }, async () => {
    const file = write('a.csv', row(1, 10), row(2, 0), row(3, 30))
    await fixture.importFile(file)
    const again = await fixture.importFile(file, { map: { price: 'other' } })
    expect(again).toMatchObject({ run: 1, replaces: true, kept: 2, held: 0, rejected: { 'price not above 0': 1 } })
    expect(await prices()).toEqual([10, 30])
    expect(await fixture.importFile(file, { map: { price: 'other' } })).toMatchObject({ kept: 0, held: 2 })
    expect(runs()).toMatchObject([{ id: 1, options: { map: { price: 'other' } }, counting: 2 }])
  })

  test('of another file that reads the same rows differently counts; removing it brings back the earlier reading', {
    tags: 'nightly',
  }, async () => {
    await fixture.importFile(write('a.csv', row(1, 10), row(2, 20)))
    const report = await fixture.importFile(write('b.csv', row(2, 20), row(3, 30)), { map: { price: 'other' } })
    expect(report).toMatchObject({ run: 2, replaces: false, kept: 2, reread: 1 })
    expect(await prices()).toEqual([1, 20, 30])
    await remove(2)
    expect(await prices()).toEqual([1, 2])
    expect(runs().map(({ counting, removed_at }) => [counting, removed_at !== null])).toEqual([
      [2, false],
      [0, true],
    ])
  })

  test('is removed together with others, or all of them stay', async () => {
    await fixture.importFile(write('a.csv', row(1), row(2)))
    await fixture.importFile(write('b.csv', row(2), row(3)))
    await fixture.importFile(write('c.csv', row(1), row(4)))
    await expect(remove(1, 2, 9)).rejects.toThrow('there is no import 9, only 1, 2, 3')
    expect(await prices()).toEqual([1, 2, 3, 4])
    await remove(2, 1, 2)
    expect(await prices()).toEqual([1, 4])
    expect(runs().map(({ counting, removed_at }) => [counting, removed_at?.slice(0, 10) ?? null])).toEqual([
      [0, '2026-11-22'],
      [0, '2026-11-22'],
      [2, null],
    ])
    await expect(remove(3, 1)).rejects.toThrow('import 1 was removed on 2026-11-22')
    expect(await prices()).toEqual([1, 4])
  })

  test('is done again under its id, after a removal too, but not from another file', async () => {
    const file = write('a.csv', row(1, 10))
    await fixture.importFile(file)
    await remove(1)
    expect(await prices()).toEqual([])
    expect(await fixture.importFile(file, { redo: 1, map: { price: 'other' } })).toMatchObject({ run: 1, kept: 1 })
    expect(await prices()).toEqual([10])
    await expect(fixture.importFile(write('b.csv', row(5)), { redo: 1 })).rejects.toThrow('found other content')
    await expect(fixture.importFile(file, { redo: 7 })).rejects.toThrow('there is no import 7, only 1')
  })

  test('from before imports were recorded can be listed, removed and replaced', { tags: 'nightly' }, async () => {
    const file = write('a.csv', row(1, 10))
    await fixture.importFile(file)
    rmSync(runsDir(fixture.dataDir), { recursive: true })
    await fixture.importFile(write('b.csv', row(7)))
    expect(runs()).toMatchObject([{ id: 1, file: 'a.csv', counting: 1 }, { id: 2 }])
    expect(await fixture.importFile(file, { map: { price: 'other' } })).toMatchObject({ run: 1, replaces: true })
    expect(await prices()).toEqual([7, 10])
    await remove(1)
    expect(await prices()).toEqual([7])
  })
})

describe('a row that several imports have', () => {
  test('counts once, as long as one of them is left', { tags: 'nightly' }, async () => {
    const text = `${HEADER}\n${row(1)}${row(2)}`
    await fixture.importFile(fixture.write('a.csv', text))
    expect(await fixture.importFile(fixture.write('b.csv.gz', gzipSync(text)))).toMatchObject({ kept: 0, held: 2 })
    expect(await fixture.importFile(write('c.csv', row(2), row(3)))).toMatchObject({ kept: 1, held: 1 })
    expect(await prices()).toEqual([1, 2, 3])
    await remove(1)
    expect(await prices()).toEqual([1, 2, 3])
    await remove(3)
    expect(await prices()).toEqual([1, 2])
    await remove(2)
    expect(await prices()).toEqual([])
    expect(readdirSync(runsDir(fixture.dataDir)).sort()).toEqual(['1.json', '2.json', '3.json'])
    await expect(remove(2)).rejects.toThrow('import 2 was removed on 2026-11-22')
  })
})

describe('changes of several files', () => {
  test('are finished by the next task when the process was killed in between', async () => {
    await fixture.importFile(write('a.csv', row(1)))
    const service = join(fixture.dataDir, 'service')
    const [name = ''] = readdirSync(listingsDir(fixture.dataDir))
    writeFileSync(join(service, 'new.1.tmp'), 'new')
    // What a process leaves that was killed after it wrote its changes down and made the first of them.
    const journal = { put: [{ from: 'new.1.tmp', to: 'new' }], drop: [`listings/${name}`] }
    writeFileSync(join(service, 'changing.json'), JSON.stringify(journal))
    await fixture.importFile(write('b.csv', row(2)))
    expect(existsSync(join(service, 'new'))).toBe(true)
    expect(existsSync(join(service, 'changing.json'))).toBe(false)
    expect(await prices()).toEqual([2])
  })

  test('are not begun when one of the new files is missing', () => {
    const service = fixture.dir
    writeFileSync(join(service, 'old'), '')
    expect(() => changeFiles(service, { put: [{ from: 'none', to: 'x' }], drop: ['old'] })).toThrow('none')
    finishChanges(service)
    expect(existsSync(join(service, 'old'))).toBe(true)
  })
})
