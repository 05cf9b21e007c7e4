import { expect, test } from 'vitest'
import type { HistoryPeriod } from '../../../contract/history.ts'
import { parseCurrency } from '../../../domain/currency.ts'
import { historyPoints } from '../../history/history-points.ts'
import type { HeldHistory } from '../../history/use-histories.ts'
import { historyRecords, toldHistories } from './history-records.ts'

const USD = parseCurrency('USD') ?? expect.fail()

function period(as_of: string, observed: number[], estimated: number[] = []): HistoryPeriod {
  const edition = { as_of, window_start: '', window_end: '', resolution: 8, lens: 'default', currency: USD }
  return { edition: { ...edition, size_unit: 'sqm' } as unknown as HistoryPeriod['edition'], observed, estimated }
}

function heldOf(periods: readonly HistoryPeriod[]): HeldHistory {
  // Shown in euros and square feet.
  const units = { currency: 'EUR', rate: 0.5, areaFactor: 10.7639, size_unit: 'sqft', isRent: false }
  return { periods, points: historyPoints(periods, (value) => value), metric: 'median_price_per_sqm', units }
}

test('a history has a record for each period, in the shown currency and the service’s unit of area', () => {
  const held = heldOf([period('2026-10-01', []), period('2026-11-01', [2000, 3000], [4000])])
  const [bare, full] = historyRecords([{ of: { area: 'A', name: 'Gràcia' }, held }])
  expect(bare).toMatchObject({ name: 'Gràcia', as_of: '2026-10-01', middle: null, cells_observed: 0 })
  expect(full).toMatchObject({
    area: 'A',
    as_of: '2026-11-01',
    window_start: null,
    least: 1000,
    middle: 1500,
    most: 2000,
    lower_quartile: null,
    cells_observed: 2,
    cells_estimated: 1,
    currency: 'EUR',
    exchange_rate: 0.5,
    size_unit: 'sqm',
  })
})

test('the newest period alone is no history', () => {
  const of = { area: 'A' }
  const one = { of, held: heldOf([period('2026-11-01', [1])]) }
  const two = { of, held: heldOf([period('2026-10-01', [1]), period('2026-11-01', [1])]) }
  expect(toldHistories([one, two])).toEqual([two])
})
