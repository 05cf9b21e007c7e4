import { describe, expect, test } from 'vitest'
import { rateTableOf, readRateEntries } from './rate-table.ts'

describe('readRateEntries', () => {
  test('reads the wide form, with a comma at the end of lines', () => {
    const text = '\uFEFFDate,USD,JPY,CYP,\r\n2026-10-30,1.1,180.5,N/A,\r\n2026-10-29,1.2,,N/A,\r\n'
    expect(readRateEntries(text)).toEqual([
      { line: 2, day: '2026-10-30', currency: 'USD', perEuro: 1.1 },
      { line: 2, day: '2026-10-30', currency: 'JPY', perEuro: 180.5 },
      { line: 3, day: '2026-10-29', currency: 'USD', perEuro: 1.2 },
    ])
  })

  test('reads the Bank’s file of one day, and the long form with notes and columns in any order', () => {
    const usd = { line: 2, day: '2026-11-06', currency: 'USD', perEuro: 1.1 }
    expect(readRateEntries('Date, USD, \n06 November 2026, 1.1, ')).toEqual([usd])
    expect(readRateEntries('Currency;Rate;Date\n"USD";1.1;2026-11-06\n# a note\n')).toEqual([usd])
  })

  test.each([
    ['', 'expected rates, found an empty file'],
    ['rates\n1\n', 'line 1: "rates" should be Date,USD,JPY'],
    ['Date,USD,Yen\n', 'line 1: "Yen" should be Date,USD,JPY'],
    ['Day,USD\n', 'line 1: "Day" should be Date,USD,JPY'],
    ['Date,USD\n2026-13-01,1\n', 'line 2: date "2026-13-01" should be a day such as 2026-10-31'],
    ['Date,USD\n\n2026-02-30,1\n', 'line 3: date "2026-02-30"'],
    ['Date,USD\n2026-10-30,"1,1"\n', 'line 2: rate ""1" of USD should be a number above 0'],
    ['Date,USD\n2026-10-30,0\n', 'line 2: rate "0" of USD'],
    ['date,currency,rate\n2026-10-30,usd,1\n', 'line 2: currency "usd" should be a code such as USD'],
    ['date,currency,rate\n2026-10-30,EUR,0.9\n', 'line 2: rate "0.9" of EUR should be 1'],
  ])('refuses %j with line and value', (text, message) => {
    expect(() => readRateEntries(text)).toThrow(message)
  })
})

describe('rateTableOf', () => {
  const table = (rows: string) => rateTableOf(readRateEntries(`date,currency,rate\n${rows}`))

  test('refuses a day without USD, and two rates for one day', () => {
    expect(() => table('2026-10-30,GBP,0.9\n')).toThrow('line 2: expected a rate for USD on 2026-10-30, found none')
    expect(() => table('2026-10-30,USD,1.1\n2026-10-30,USD,1.2\n')).toThrow(
      'line 3: USD 1.2 on 2026-10-30 contradicts line 2, 1.1',
    )
    expect(table('2026-10-30,USD,1.1\n2026-10-30,USD,1.1\n').get('USD')?.quotes).toHaveLength(1)
    expect(() => table('')).toThrow('expected rates, found none')
  })
})
