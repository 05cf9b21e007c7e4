import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellParent, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { Gone } from '../../server/work/gone.ts'
import { Overloaded } from '../../server/work/short-queue.ts'
import { CITY_CELLS, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { openFigureStore } from './figure-store.ts'
import type { FigureRow, Period } from './period.ts'
import { openPricedFigures } from './priced-in-files.ts'

const ALL = { ad_sub_type: 'buy', property_type: null, rooms: null, min_price_usd: 0, max_price_usd: null }

let service: ServiceFixture
let folder: string
const store = () => openFigureStore(service.dataDir, () => new Date('2026-11-10T12:00:00Z'))
beforeAll(async () => {
  service = await startServiceFixture()
  folder = mkdtempSync(join(tmpdir(), 'facts-'))
}, 60_000)
afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** For an account that keeps waiting, unless its signal is aborted. */
const by = (resolution: Resolution, account = 1, signal = new AbortController().signal) => ({
  resolution,
  asker: { account, signal: () => signal },
})

async function withPeriod(use: (period: Period) => Promise<void>): Promise<void> {
  const figures = store()
  try {
    const period = figures.served()
    if (!period) throw new Error('the fixture serves a period')
    await use(period)
  } finally {
    figures.close()
  }
}

/** The period with its listings in another file. */
function copyOf(period: Period, name: string): Period {
  const facts = join(folder, name)
  if (!existsSync(facts)) copyFileSync(period.facts, facts)
  return Object.create(period, { facts: { value: facts } })
}

/** Compares rows; the last digits of averages depend on the order of addition. */
function expectSame(rows: readonly FigureRow[], expected: readonly FigureRow[]): void {
  const exact = ({ average_price: _, ...others }: FigureRow) => others
  expect(rows.map(exact)).toEqual(expected.map(exact))
  for (const [i, { average_price }] of rows.entries()) {
    expect((average_price ?? 0) / (expected[i]?.average_price ?? 0)).toBeCloseTo(1, 12)
  }
}

test('a filter that excludes nothing returns the published figures at every resolution', () =>
  withPeriod(async (period) => {
    const priced = openPricedFigures()
    for (const resolution of RESOLUTIONS) {
      const cells = [...new Set(CITY_CELLS.map((cell) => cellParent(cell, resolution)))].sort()
      const rows = await priced.figures(period, ALL, cells, by(resolution))
      expect(rows.length).toBeGreaterThan(0)
      expectSame(rows, await period.figures(ALL, cells))
    }
    priced.close()
  }))

test('requests for more periods than stay open all succeed', () =>
  withPeriod(async (period) => {
    const priced = openPricedFigures()
    const cells = CITY_CELLS.toSorted()
    const ask = (i: number) => priced.figures(copyOf(period, `${i % 7}.duckdb`), ALL, cells, by(8))
    const answers = await Promise.all(Array.from({ length: 28 }, (_, i) => ask(i)))
    const published = await period.figures(ALL, cells)
    for (const rows of answers) expectSame(rows, published)
    priced.close()
  }))

test('a file that could not be opened is retried', () =>
  withPeriod(async (period) => {
    const priced = openPricedFigures()
    const late = Object.create(period, { facts: { value: join(folder, 'late.duckdb') } })
    const ask = () => priced.figures(late, ALL, CITY_CELLS.toSorted(), by(8))
    await expect(ask()).rejects.toThrow('late.duckdb')
    copyOf(period, 'late.duckdb')
    expect((await ask()).length).toBeGreaterThan(0)
    priced.close()
  }))

test('an account has a limit of requests under way that leaves room for others, and a request that nobody waits for is dropped', () =>
  withPeriod(async (period) => {
    const priced = openPricedFigures()
    const leaving = new AbortController()
    const ask = (account: number, signal?: AbortSignal) =>
      priced.figures(period, ALL, CITY_CELLS.toSorted(), by(8, account, signal))
    const first = Array.from({ length: 31 }, () => ask(1))
    const left = ask(1, leaving.signal)
    await expect(ask(1)).rejects.toThrow(Overloaded)
    leaving.abort()
    await expect(left).rejects.toThrow(Gone)
    const [other, again] = await Promise.all([ask(2), ask(1)])
    expect(again).toEqual(other)
    for (const rows of await Promise.all(first)) expect(rows).toEqual(other)
    priced.close()
  }))
