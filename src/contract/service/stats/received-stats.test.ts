import { describe, expect, it } from 'vitest'
import { readHistory } from './received-history.ts'
import { receivedStats } from './received-stats.ts'

const row = {
  h3: '613196570331971583',
  estimated: false,
  median_price: 312_000.5,
  median_price_per_sqm: 3_900,
  median_area: 80,
  name: 'Gràcia',
}
const body = {
  as_of: '2026-11-01',
  currency: 'USD',
  resolution: 8,
  filters: { units: { size: 'm2' } },
  stats: [row],
  snapshot: { as_of: '2026-11-01' },
}
const read = (changed: object) => receivedStats.parse({ ...body, ...changed })
const readRow = (changed: object) => read({ stats: [row, { ...row, ...changed }] }).stats[1]

describe('a paid response in the types of another language', () => {
  it('has its numbers as text', () => {
    expect(readRow({ median_price: '312000.50', median_price_per_sqm: '3900', median_area: '80.0' })).toEqual(row)
    expect(readRow({ average_price: '1e3', listings: '12' })).toEqual({ ...row, average_price: 1000, listings: 12 })
    expect(read({ resolution: '8' })).toEqual(read({}))
  })

  it('has its cells as numbers', () => {
    expect(readRow({ h3: Number(row.h3) })?.h3).toBe('8828308281fffff')
  })

  it('leaves out what is false, or writes it as a number', () => {
    const { estimated: _, ...rest } = row
    expect(read({ stats: [rest] }).stats).toEqual([row])
    for (const estimated of [null, 0, 'false']) expect(readRow({ estimated })).toEqual(row)
    for (const estimated of [1, 'true']) expect(readRow({ estimated })?.estimated).toBe(true)
  })

  it('has the midnight of a day for the day', () => {
    for (const as_of of ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000+01:00', '2026-11-01 00:00:00']) {
      expect(read({ as_of, snapshot: { as_of } })).toEqual(read({}))
    }
    for (const as_of of [
      '2026-11',
      '2026-11-01Z',
      '2026-11-01+01:00',
      '2026-10-31T23:00:00Z',
      '2026-11-01T05:00:00Z',
    ]) {
      expect(read({ as_of }).as_of, as_of).toBe('2026-11-01')
    }
    for (const as_of of ['2026-10-30T23:00:00Z', '2026-11-15T00:30:00Z', 'latest', '']) {
      expect(read({ as_of, snapshot: {} }).as_of, as_of).toBe(as_of)
    }
  })

  it('has the days of its window without their times', () => {
    const sent = {
      window_start: '2026-07-31T22:00:00Z',
      window_end: '2026-10-31T23:59:59Z',
      fx_date: '2026-10-31 16:00',
    }
    expect(read(sent)).toMatchObject({ window_start: '2026-08-01', window_end: '2026-10-31', fx_date: '2026-10-31' })
    expect(read({ window_start: 'August', window_end: 'October' })).toMatchObject({
      window_start: 'August',
      window_end: 'October',
    })
  })

  it('is labelled by its snapshot, and by its own date where that has no label', () => {
    for (const as_of of ['2026-11-15', '2026-12-01', 'latest', 20_261_101, null, undefined]) {
      expect(read({ as_of }).as_of, String(as_of)).toBe('2026-11-01')
    }
    for (const snapshot of [{}, { as_of: null }, { as_of: '2026-11-15' }, { as_of: 'latest' }]) {
      expect(read({ as_of: '2026-10-01', snapshot }).as_of, JSON.stringify(snapshot)).toBe('2026-10-01')
    }
  })

  it('has words for a figure that is not there, and an area in any form', () => {
    for (const none of ['', ' - ', 'n/a', 'NaN']) expect(readRow({ median_price: none })?.median_price).toBeNull()
    expect(readRow({ median_area: { value: 80, unit: 'm2' } })).toEqual({ ...row, median_area: null })
  })

  it('has 0 or a negative number for a figure that is not there, and 0 for a count', () => {
    const none = { ...row, median_price: null, median_price_per_sqm: null, median_area: null }
    for (const no of [0, -1, -0.5, '0', '-1.0']) {
      const changed = { median_price: no, median_price_per_sqm: no, median_area: no }
      expect(readRow(changed), String(no)).toEqual(none)
      expect(readRow({ average_price: no })).toEqual({ ...row, average_price: null })
    }
    expect(readRow({ listings: 0 })).toEqual({ ...row, listings: 0 })
  })

  it('has null for an empty list, or for a description that it does not give', () => {
    expect(read({ stats: null }).stats).toEqual([])
    expect(read({ snapshot: null })).toEqual(read({ snapshot: {} }))
  })
})

describe('a figure as text with a dot and three digits', () => {
  const grouped = { median_price: '261.018', median_price_per_sqm: '3.263', median_area: '80' }

  it('is not read where its dot may stand for thousands', () => {
    for (const changed of [{}, { median_area: 80 }, { median_price_per_sqm: '950' }, { median_area: '-' }]) {
      expect(() => read({ stats: [{ ...row, ...grouped, ...changed }] }), JSON.stringify(changed)).toThrow()
    }
  })

  it('is read where another one shows that it is a decimal point', () => {
    const others = ['3263.120', '2.5', '3263', '0.950', '3.2630e0']
    for (const median_price_per_sqm of others) {
      const rows = [
        { ...row, ...grouped },
        { ...row, ...grouped, median_price_per_sqm },
      ]
      expect(read({ stats: rows }).stats[0]?.median_price, median_price_per_sqm).toBe(261.018)
    }
    expect(read({ stats: [{ ...row, ...grouped, median_area: '80.000' }] }).stats[0]?.median_price).toBe(261.018)
  })
})

describe('a figure as text with grouped digits', () => {
  const readTwo = (one: object, other: object) =>
    read({
      stats: [
        { ...row, ...one },
        { ...row, ...other },
      ],
    }).stats

  it.each([
    ['1,312,000', '3,900.25', '312,000', '950.125'],
    ['1.312.000', '3.900,25', '312.000', '950,125'],
  ])('is read where one shows how they are grouped: %s', (million, decimal, thousands, unit) => {
    const rows = readTwo(
      { median_price: million, median_price_per_sqm: decimal, median_area: '-' },
      { median_price: thousands, median_price_per_sqm: unit, average_price: thousands },
    )
    expect(rows).toMatchObject([
      { median_price: 1_312_000, median_price_per_sqm: 3900.25, median_area: null },
      { median_price: 312_000, median_price_per_sqm: 950.125, average_price: 312_000 },
    ])
    expect(readTwo({ median_price_per_sqm: decimal }, { median_price: thousands })[1]?.median_price).toBe(312_000)
  })

  it('is not read where none does, or they are grouped in two ways', () => {
    expect(() => readTwo({ median_price: '312,000' }, { median_price: '298,500' })).toThrow()
    expect(() => readTwo({ median_price: '1,312,000' }, { median_price: '1.312.000' })).toThrow()
    expect(() => readTwo({ median_price: '1,312,000' }, { median_price: '312000' })).toThrow()
  })
})

it('a row that cannot be read makes its whole response unreadable', () => {
  for (const changed of [{ h3: 8 }, { estimated: 'perhaps' }, { median_price: '€ 300' }, { median_price: {} }]) {
    expect(() => readRow(changed)).toThrow()
  }
  const { h3: _, ...rest } = row
  expect(() => read({ stats: [rest] })).toThrow()
  expect(() => read({ stats: [row, rest, rest] })).toThrow()
  expect(() => read({ stats: undefined })).toThrow()
})

describe('what a response states once, or with each row, is bounded', () => {
  const long = 'x'.repeat(10_000)
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i]))

  it('in its snapshot', () => {
    const texts = { as_of: '2026-11-01', built: long, earliest_period: long, revision: long }
    for (const snapshot of [texts, { ...texts, min_listings_by_res: many }, { also: many }, { ...many, also: many }]) {
      expect(JSON.stringify(read({ snapshot }).snapshot).length).toBeLessThan(2_000)
    }
    const revision = Array.from({ length: 1_000 }, (_, i) => i).join()
    expect(read({ snapshot: { revision } }).snapshot.revision).toBe(revision.slice(0, 1_000))
    const floors = { 4: 10, 8: 5 }
    expect(read({ snapshot: { min_listings_by_res: floors } }).snapshot.min_listings_by_res).toEqual(floors)
  })

  it('in its label', () => {
    expect(read({ as_of: long, snapshot: {} }).as_of.length).toBeLessThan(200)
  })

  it('in the names of its rows', () => {
    expect(readRow({ name: long })?.name).toBe('x'.repeat(200))
    expect(readRow({ name: long, estimated: 0 })?.name).toBe('x'.repeat(200))
    expect(readRow({ name: ' \u202d Gràcia' })?.name).toBe(' \u202d Gràcia')
  })
})

it('the points of a history are read like other responses', () => {
  const { stats, as_of, ...shared } = body
  const points = readHistory({ ...shared, history: [{ as_of, stats: [{ ...row, median_price: '312000.5' }] }] })
  expect(points[0]?.stats).toEqual(stats)
})
