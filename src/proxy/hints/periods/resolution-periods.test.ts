import { expect, it } from 'vitest'
import { type Cell, cellParent } from '../../../domain/cell.ts'
import { lensKey } from '../../../domain/lens.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { createMemoryLedger } from '../../../testing/strange-visits/memory-ledger.ts'
import { createResolutionPeriods, type ResolutionPeriods, type TileKind } from './resolution-periods.ts'

const [SEP, OCT, NOV, DEC] = ['09', '10', '11', '12'].map((month) => parseAsOf(`2026-${month}-01`)) as [
  AsOf,
  AsOf,
  AsOf,
  AsOf,
]

const [HERE = '' as Cell] = parentsAround(8, 1)
/** Another market. */
const THERE = '851fb467fffffff' as Cell

const sales = (resolution: 5 | 6 | 7 | 8): TileKind => ({ resolution, lens: lensKey({}) })
const RENTS: TileKind = { resolution: 8, lens: lensKey({ ad_sub_type: 'rent' }) }

const periodOf = async (periods: ResolutionPeriods, resolution: 5 | 6 | 7 | 8, served: AsOf, parent = HERE) =>
  (await periods.of(sales(resolution), served, [parent])).get(parent)

it('a market that is behind keeps its period while answers about another one are of the named period', async () => {
  const periods = createResolutionPeriods(createMemoryLedger())
  await periods.note(sales(8), OCT, [NOV, NOV], [HERE])
  await periods.note(sales(8), NOV, [NOV, NOV], [THERE])
  expect(await periods.of(sales(8), NOV, [HERE, THERE])).toEqual(
    new Map([
      [HERE, OCT],
      [THERE, NOV],
    ]),
  )
  expect(await periodOf(periods, 7, NOV, cellParent(HERE, 4))).toBe(NOV)
  await periods.note(sales(8), NOV, [NOV, NOV], [HERE])
  expect(await periodOf(periods, 8, NOV)).toBe(NOV)
})

it('a resolution keeps a period of its own until the service names a later one than was known', async () => {
  const ledger = createMemoryLedger()
  const periods = createResolutionPeriods(ledger)
  expect(await periodOf(periods, 8, NOV)).toBe(NOV)
  await periods.note(sales(8), SEP, [NOV, NOV], [HERE])
  expect(await periodOf(periods, 8, NOV)).toBe(SEP)
  expect(await periodOf(periods, 7, NOV)).toBe(NOV)
  // Also for another proxy on this ledger, and after a restart.
  expect(await periodOf(createResolutionPeriods(ledger), 8, NOV)).toBe(SEP)
  expect(await periodOf(periods, 8, DEC)).toBe(DEC)
  await periods.note(sales(8), OCT, [DEC, DEC], [HERE])
  expect(await periodOf(periods, 8, DEC)).toBe(OCT)
})

it('an answer of the named period ends it', async () => {
  const periods = createResolutionPeriods(createMemoryLedger())
  await periods.note(sales(8), OCT, [NOV], [HERE])
  await periods.note(sales(8), NOV, [NOV, NOV], [HERE])
  expect(await periodOf(periods, 8, NOV)).toBe(NOV)
})

it('a resolution ahead of what zones name stays ahead when they are asked again', async () => {
  const periods = createResolutionPeriods(createMemoryLedger())
  await periods.note(sales(5), NOV, [SEP, SEP], [HERE])
  await periods.note(sales(6), NOV, [SEP, NOV], [HERE])
  for (const resolution of [5, 6] as const) {
    expect(await periodOf(periods, resolution, SEP)).toBe(NOV)
    expect(await periodOf(periods, resolution, DEC)).toBe(DEC)
  }
})

it('rents that are behind sales keep their period while answers about sales are of the named one', async () => {
  const periods = createResolutionPeriods(createMemoryLedger())
  await periods.note(RENTS, OCT, [NOV, NOV], [HERE])
  await periods.note(sales(8), NOV, [NOV, NOV], [HERE])
  expect(await periods.of(RENTS, NOV, [HERE, THERE])).toEqual(
    new Map([
      [HERE, OCT],
      [THERE, OCT],
    ]),
  )
  expect(await periodOf(periods, 8, NOV)).toBe(NOV)
})

it('a stored period that cannot be read is ignored', async () => {
  const ledger = createMemoryLedger()
  await ledger.learn('periods by resolution', { 8: { as_of: 'autumn', beside: NOV } })
  expect(await periodOf(createResolutionPeriods(ledger), 8, NOV)).toBe(NOV)
})
