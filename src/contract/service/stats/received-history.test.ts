import { expect, test } from 'vitest'
import { readHistory } from './received-history.ts'

const shared = { currency: 'USD', resolution: 8, filters: { ad_sub_type: 'buy', units: { size: 'sqm', price: 'USD' } } }
const row = {
  h3: '613196570331971583',
  estimated: false,
  median_price: 1,
  median_price_per_sqm: 2,
  median_area: 3,
  name: 'a',
}

function point(as_of: string) {
  const snapshot = { as_of, window_months: 3, min_listings_by_res: { 8: 5 } }
  return { as_of, window_start: as_of, window_end: as_of, fx_date: as_of, stats: [row], snapshot }
}

test.each(['history', 'points', 'results'])('a history in "%s" is read, oldest first', (name) => {
  const read = readHistory({ ...shared, [name]: [point('2026-11-01'), point('2026-10-01')] })
  expect(read.map(({ as_of, currency, stats }) => [as_of, currency, stats.length])).toEqual([
    ['2026-10-01', 'USD', 1],
    ['2026-11-01', 'USD', 1],
  ])
})

test('a point’s own currency counts before the shared one', () => {
  const read = readHistory({ ...shared, history: [{ ...point('2026-11-01'), currency: 'EUR' }] })
  expect(read[0]?.currency).toBe('EUR')
})

test('a history without periods is empty, and a body without a list is refused', () => {
  expect(readHistory({ ...shared, history: [] })).toEqual([])
  expect(() => readHistory({ ...shared, stats: [row] })).toThrow('expected a list of periods')
})

test('a point is never labelled by the snapshot of all points, which is that of the newest', () => {
  const { stats, as_of } = point('2026-10-01')
  const snapshot = { as_of: '2026-11-01', built: 'monthly' }
  const [read] = readHistory({ ...shared, snapshot, history: [{ stats, as_of: '15 October' }] })
  expect(read?.as_of).toBe('15 October')
  const [older] = readHistory({ ...shared, snapshot, history: [{ stats, as_of }] })
  expect(older?.snapshot).toMatchObject({ as_of: '2026-10-01', built: 'monthly' })
})

test('a point without rows may have null for an empty list', () => {
  const read = readHistory({ ...shared, history: [point('2026-11-01'), { ...point('2026-10-01'), stats: null }] })
  expect(read.map(({ stats }) => stats.length)).toEqual([0, 1])
})

test('points are read from a map by label, from an envelope, and with their label in other places', () => {
  const { as_of: _, ...unlabelled } = point('2026-10-01')
  const expected = [['2026-10-01', 1]]
  for (const body of [
    { ...shared, history: { '2026-10-01': unlabelled } },
    { ...shared, history: { '2026-10': [row] } },
    { ...shared, items: [point('2026-10-01')] },
    { data: { ...shared, history: [point('2026-10-01')] } },
    { ...shared, series: [{ ...unlabelled, period: '2026-10-01', snapshot: null }] },
    { ...shared, points: [unlabelled] },
    { ...shared, points: [{ ...point('2026-10-01'), as_of: '2026-10-01T00:00:00Z' }] },
    { ...shared, periods: [{ as_of: '2026-10-01', rows: [row] }] },
    { ...shared, ...point('2026-10-01') },
  ])
    expect(
      readHistory(body).map(({ as_of, stats }) => [as_of, stats.length]),
      JSON.stringify(body).slice(0, 200),
    ).toEqual(expected)
})

test('rows that name their period are points of their own', () => {
  const rows = ['2026-10-01', '2026-11-01', '2026-10-01'].map((as_of) => ({ ...row, as_of }))
  const read = readHistory({ ...shared, as_of: '2026-11-01', stats: rows })
  expect(read.map(({ as_of, stats }) => [as_of, stats.length])).toEqual([
    ['2026-10-01', 2],
    ['2026-11-01', 1],
  ])
})

test('a point’s own month counts before the label of the snapshot that all of them repeat', () => {
  const snapshot = { as_of: '2026-11-01', built: 'monthly' }
  const points = ['2026-10-01', '2026-11-01'].map((as_of) => ({ ...point(as_of), snapshot }))
  expect(readHistory({ ...shared, history: points }).map(({ as_of }) => as_of)).toEqual(['2026-10-01', '2026-11-01'])
})

test('points that would get one label are refused', () => {
  const snapshot = { as_of: '2026-11-01' }
  const points = ['2026-09-30', '2026-10-31'].map((as_of) => ({ ...point(as_of), snapshot }))
  expect(() => readHistory({ ...shared, history: points })).toThrow('different labels')
})

test('a point that is sent twice is read once, and two that differ are refused', () => {
  const twice = (change: object) =>
    ['2026-11-01', '2026-10-01', '2026-11-01'].map((as_of, i) => ({ ...point(as_of), ...(i === 2 && change) }))
  expect(readHistory({ ...shared, history: twice({}) }).map(({ as_of }) => as_of)).toEqual(['2026-10-01', '2026-11-01'])
  expect(() => readHistory({ ...shared, history: twice({ stats: [] }) })).toThrow('found two with the same')
})

test('a cell with two figures of one place is of two periods, and with one of each of two places on their border', () => {
  const withSecond = (second: object) => {
    return { ...shared, history: [{ ...point('2026-10-01'), stats: [row, { ...row, median_price: 9, ...second }] }] }
  }
  expect(() => readHistory(withSecond({}))).toThrow('found what is of another period')
  expect(readHistory(withSecond({ name: 'b' }))[0]?.stats).toHaveLength(2)
})

test('a single period without rows is a period, not an empty history', () => {
  const read = readHistory({ ...shared, as_of: '2026-10-01', stats: [] })
  expect(read.map(({ as_of, stats }) => [as_of, stats.length])).toEqual([['2026-10-01', 0]])
})
