import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'

const HEADER = 'price,area,rooms,latitude,longitude,date'
const MADRID = '40.4168,-3.7038'
const DAY = '2026-10-03'
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

function csv(header: string, rows: readonly string[]): string {
  return fixture.write('a.csv', `${header}\n${rows.join('\n')}\n`)
}

describe('numbers', () => {
  const read = async (prices: readonly string[], areas: readonly string[], decimalSign?: 'comma') => {
    const rows = prices.map((price, i) => `"${price}","${areas[i]}",${MADRID},2026-10-${10 + i}`)
    const report = await fixture.importFile(csv('price,area,latitude,longitude,date', rows), { decimalSign })
    const kept = await fixture.kept('price, area')
    return { report, prices: kept.map(({ price }) => price), areas: kept.map(({ area }) => area) }
  }

  test('have decimal commas when unambiguous rows do', async () => {
    const { prices, areas, report } = await read(['250.000', '99.999,50', '1.250.000'], ['85,5', '1.250', '90 m²'])
    expect(prices).toEqual([250000, 99999.5, 1250000])
    expect(areas).toEqual([85.5, 1250, 90])
    expect(report.reading.decimals).toEqual({ price: 'comma', area: 'comma' })
  })

  test('can stand in HTML, but two of them are not joined', { tags: 'nightly' }, async () => {
    const two = '<del>500000</del><b>450000</b>'
    const { prices, areas, report } = await read(
      ['<b>&euro;250,000</b>', '260000&nbsp;&#8364;', '<span class=p7>270000</span>', two],
      ['85.5 m<sup>2</sup>', '90&nbsp;m&sup2;', '70', '80'],
    )
    expect([prices, areas]).toEqual([
      [250000, 260000, 270000],
      [85.5, 90, 70],
    ])
    expect(report.rejected).toEqual({ 'unreadable price': 1 })
  })

  test('can have decimal points, and groups of thousands, lakhs, apostrophes and spaces', {
    tags: 'nightly',
  }, async () => {
    const { prices, areas } = await read(
      ['250,000', '99,999.50', '12,50,000', '1’250’000', '1 250 000', '1.48e6'],
      ['85.125', '1,250', '90sqm', '1,000 sq ft', '90.5', ''],
    )
    expect(prices).toEqual([250000, 99999.5, 1250000, 1250000, 1250000, 1480000])
    expect(areas).toEqual([85.125, 1250, 90, 92.90304, 90.5, null])
  })

  test('that contradict each other are read when unambiguous, and otherwise reported', async () => {
    const file = ['99.999,50', '99,999.50', '250.000'] as const
    const { prices, areas, report } = await read(file, ['85,5', '85.5', '1.250'])
    expect(prices).toEqual([99999.5, 99999.5])
    expect(areas).toEqual([85.5, 85.5])
    expect(report).toMatchObject({ rows: 3, rejected: { 'ambiguous price': 1 } })
    expect((await read(file, ['85,5', '85.5', '1.250'], 'comma')).report).toMatchObject({ kept: 3, replaces: true })
  })

  test('that are all ambiguous are grouped thousands in prices, and unknown in areas', {
    tags: 'nightly',
  }, async () => {
    const { prices, areas, report } = await read(['250.000', '90.000'], ['85.125', 'large'])
    expect(prices).toEqual([250000, 90000])
    expect(areas).toEqual([null, null])
    expect(report.repaired).toEqual({ 'unreadable area, treated as unknown': 2 })
  })
})

test('areas out of bounds are unknown only when bounds are given, and the price is kept', {
  tags: 'nightly',
}, async () => {
  const file = csv(
    HEADER,
    ['1', '2', '44515'].map((area, i) => `${i + 10},${area},1,${MADRID},${DAY}`),
  )
  const bounded = await fixture.importFile(file, { minArea: 1.5, maxArea: 5000, date: undefined })
  expect(bounded.repaired).toEqual({ 'area outside the given bounds, treated as unknown': 2 })
  expect(await fixture.kept('price, area', 'price')).toEqual([
    { price: 10, area: null },
    { price: 11, area: 2 },
    { price: 12, area: null },
  ])
  await expect(fixture.importFile(file, { minArea: 20, maxArea: 10 })).rejects.toThrow(
    '20 should be at most the largest, 10',
  )
})

test('currencies are read from signs, codes and columns, row by row, and rejected when ambiguous', async () => {
  const rows = {
    '"€ 250.000,00",': 'EUR',
    '"R$ 380.000,00",': 'BRL',
    '250 000 EUR,': 'EUR',
    '1.200 €/mes,': 'EUR',
    'CHF 250’000.–,': 'CHF',
    '£200.000,': 'GBP',
    '300000,usd': 'USD',
    '$300000,USD': 'USD',
    '300001,US$': 'USD',
    '300002,': 'EUR',
  }
  const bad = [
    '$300000,',
    '300 kr,',
    '300000 S,',
    'R 300000,',
    '£300000,EUR',
    '300000,cowries',
    '300000 cowries,',
    '300000,ARS',
    '300000 BHD,',
  ]
  const all = [...Object.keys(rows), ...bad].map((row, i) => `${row},${MADRID},2026-10-${10 + i}`)
  const report = await fixture.importFile(csv('price,currency,latitude,longitude,date', all))
  expect((await fixture.kept('currency')).map(({ currency }) => currency)).toEqual(Object.values(rows))
  expect(report.rejected).toEqual({
    'currency sign with several meanings': 4,
    'price and currency column have different currencies': 1,
    'unknown currency': 1,
    'unreadable price': 1,
    'no exchange rate for ARS: load one with "squaremetre rates FILE"': 1,
    'no exchange rate for BHD: load one with "squaremetre rates FILE"': 1,
  })
  expect(report.countries.map(({ currency, rows }) => `${currency} ${rows}`)).toEqual([
    'EUR 4',
    'USD 3',
    'BRL 1',
    'CHF 1',
    'GBP 1',
  ])
})

describe('dates', () => {
  const read = async (days: readonly string[], dateOrder?: 'dmy' | 'mdy') => {
    const rows = days.map((day, i) => `${1000 + i},${MADRID},"${day}"`)
    const report = await fixture.importFile(csv('price,latitude,longitude,date', rows), { dateOrder })
    return { report, days: (await fixture.kept('listed_on::VARCHAR AS day', 'price')).map(({ day }) => day) }
  }

  test('are read in all unambiguous forms', async () => {
    const forms = {
      '3.4.2026': '2026-04-03',
      '3.4.26': '2026-04-03',
      '2026/4/3': '2026-04-03',
      '2026-4-3': '2026-04-03',
      '2026-04-03 10:00:00': '2026-04-03',
      1775174400: '2026-04-03',
      1775174400000: '2026-04-03',
      '3 Apr 2026': '2026-04-03',
      '3rd April 2026': '2026-04-03',
      '03-Apr-26': '2026-04-03',
      '03APR2026': '2026-04-03',
      '03apr2026 10:00:00': '2026-04-03',
      '03APR2026:10:00:00': '2026-04-03',
      'Apr-26': '2026-04-01',
      'April 3, 2026': '2026-04-03',
      'Sept 2026': '2026-09-01',
      '4/2026': '2026-04-01',
      '2026-Q1': '2026-03-01',
      'Q4 2025': '2025-12-01',
      '5/5/2026': '2026-05-05',
    }
    const { report, days } = await read(Object.keys(forms))
    expect(report.rejected).toEqual({})
    expect(days.sort()).toEqual(Object.values(forms).sort())
  })

  test('have the month first when one row shows it', { tags: 'nightly' }, async () => {
    const { report, days } = await read(['3/4/2026', '3/25/2026', '12-31-25'])
    expect(days).toEqual(['2026-03-04', '2026-03-25', '2025-12-31'])
    expect(report.reading.date_order).toBe('mdy')
  })

  test('that contradict each other are read when unambiguous, and otherwise reported', async () => {
    const { report, days } = await read([
      '3/25/2026',
      '25/3/2026',
      '3/4/2026',
      '31/4/2026',
      'Smarch 3, 2026',
      '12342026',
      'Sep16',
    ])
    expect(days).toEqual(['2026-03-25', '2026-03-25'])
    expect(report.rejected).toEqual({ 'ambiguous date': 1, 'unreadable date': 4 })
  })

  test('follow the many when a few odd ones contradict them, which alone are rejected', {
    tags: 'nightly',
  }, async () => {
    const many = Array.from({ length: 18 }, (_, i) => [
      `${13 + (i % 9)}/3/20${10 + i}`,
      `${13 + (i % 9)}/4/20${10 + i}`,
    ])
    const { report, days } = await read([...many.flat(), '3/25/2026', '3/4/2026'])
    expect(report).toMatchObject({ kept: 37, rejected: { 'unreadable date': 1 }, reading: { date_order: 'dmy' } })
    expect(days.at(-1)).toBe('2026-04-03')
  })

  test('that are all ambiguous are read in the likelier order, until --date-order says it', async () => {
    expect((await read(['3/4/2026'])).days).toEqual(['2026-04-03'])
    expect((await read(['3/4/2026'], 'mdy')).days).toEqual(['2026-03-04'])
  })
})
