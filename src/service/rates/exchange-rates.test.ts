import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { buildPeriods } from '../build/build-periods.ts'
import { openFigureStore } from '../figures/figure-store.ts'
import { loadedRates, loadRates, ratesInForce } from './exchange-rates.ts'
import { BUILT_IN_RATES, ratesAt } from './rates.ts'

const now = () => new Date('2026-11-21T12:00:00Z')
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

test('loaded rates replace those loaded before, and are read back unchanged', async () => {
  const { dataDir } = fixture
  expect(loadedRates(dataDir)).toBeNull()
  expect(ratesInForce(dataDir)).toBe(BUILT_IN_RATES)
  loadRates(dataDir, fixture.write('a.csv', 'date,currency,rate\n2026-10-30,USD,1.1\n2026-10-30,ARS,1500\n'))
  const table = loadRates(
    dataDir,
    fixture.write('b.csv', 'Date,USD,GBP,\n2026-10-30,1.1,0.875,\n2026-10-29,1.2,N/A,\n'),
  )
  expect(loadedRates(dataDir)).toEqual(table)
  // As a shell passes on what another command prints.
  const pipe = join(fixture.dir, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
  const writer = spawn('sh', ['-c', 'cat b.csv > pipe'], { cwd: fixture.dir })
  expect(loadRates(dataDir, pipe)).toEqual(table)
  await once(writer, 'close')
  expect(ratesAt('2026-10-31', ratesInForce(dataDir)).usd_per_unit.GBP).toBe(1.1 / 0.875)
})

test('an invalid file is refused with its line, and the loaded rates stay', () => {
  const { dataDir } = fixture
  const good = loadRates(dataDir, fixture.write('a.csv', 'Date,USD\n2026-10-30,1.1\n'))
  for (const bad of ['Date,USD\n2026-10-30,none\n', 'Date,USD,JPY\n2026-10-30,1.1,0.006\n']) {
    expect(() => loadRates(dataDir, fixture.write('b.csv', bad))).toThrow(/b\.csv: line 2: /)
  }
  expect(() => loadRates(dataDir, fixture.write('c.csv', '['.repeat(10_000)))).toThrow(
    /c\.csv: line 1: "\[{60}" should be/,
  )
  expect(() => loadRates(dataDir, join(dataDir, 'none.csv'))).toThrow('none.csv: there is no such file')
  expect(() => loadRates(dataDir, dataDir)).toThrow(`${dataDir}: expected a file, found a folder`)
  expect(loadedRates(dataDir)).toEqual(good)
  expect(readdirSync(join(dataDir, 'service'))).toEqual(['rates.csv'])
})

test('listings in a loaded currency become figures, and new rates rebuild their periods', async () => {
  const { dataDir } = fixture
  const rows = Array.from({ length: 12 }, (_, i) => `${1_000_000 * (i + 1)},50,-34.6,-58.4,2026-10-${10 + i}`)
  const file = fixture.write('a.csv', `price,area,latitude,longitude,date\n${rows.join('\n')}\n`)
  const unrated = await fixture.importFile(file)
  expect(unrated.rejected).toEqual({ 'no exchange rate for ARS: load one with "squaremetre rates FILE"': 12 })
  expect(unrated.missing_rates).toEqual([
    { currency: 'ARS', rate_day: null, rows: 12, first_day: '2026-10-10', last_day: '2026-10-21' },
  ])

  const build = () => buildPeriods({ dataDir, now, log: pino({ level: 'silent' }), trimPct: 0 })
  const load = (ars: number) =>
    loadRates(dataDir, fixture.write('rates.csv', `date,currency,rate\n2026-10-30,USD,1.2\n2026-10-30,ARS,${ars}\n`))
  const served = () => {
    const store = openFigureStore(dataDir, now)
    const { fx_date, usd_per_unit } = store.served()?.meta ?? {}
    store.close()
    return { fx_date, ars: usd_per_unit?.ARS }
  }
  load(1200)
  expect(await fixture.importFile(file)).toMatchObject({ kept: 12, missing_rates: [] })
  expect((await build()).built.map(({ as_of }) => as_of)).toEqual(['2026-11-01'])
  expect(served()).toEqual({ fx_date: '2026-10-30', ars: 0.001 })
  expect((await build()).unchanged).toEqual(['2026-11-01'])
  load(2400)
  expect((await build()).built.map(({ as_of }) => as_of)).toEqual(['2026-11-01'])
  expect(served()).toEqual({ fx_date: '2026-10-30', ars: 0.0005 })
})
