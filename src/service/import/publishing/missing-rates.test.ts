import { expect, test } from 'vitest'
import { rateTableOf, readRateEntries } from '../../rates/rate-table.ts'
import { missingRates } from './missing-rates.ts'

const entries = readRateEntries('Date,USD,BRL\n2018-12-31,1.145,4.444\n2019-06-28,1.138,4.3511\n')
/** As built in: each rate stands for the time until the next. */
const table = rateTableOf(entries, Number.POSITIVE_INFINITY)
const month = (currency: string, month_end: string, has_rate = true) => ({
  currency,
  has_rate,
  month_end,
  rows: 10,
  first_day: `${month_end.slice(0, 8)}02`,
  last_day: `${month_end.slice(0, 8)}20`,
})

test('a month has a rate when one lies within 35 days of its end', () => {
  expect(
    missingRates([month('BRL', '2018-12-31'), month('BRL', '2019-01-31'), month('BRL', '2019-06-30')], table),
  ).toEqual([])
  expect(missingRates([month('BRL', '2018-11-30')], table)).toEqual([])
})

test('the other months are counted by currency and rate, with their days', () => {
  const months = [month('ARS', '2019-04-30', false), month('BRL', '2019-02-28'), month('BRL', '2019-04-30')]
  expect(missingRates(months, table)).toEqual([
    { currency: 'ARS', rate_day: null, rows: 10, first_day: '2019-04-02', last_day: '2019-04-20' },
    { currency: 'BRL', rate_day: '2018-12-31', rows: 20, first_day: '2019-02-02', last_day: '2019-04-20' },
  ])
  // Loaded rates do not reach further, so such prices have none.
  expect(missingRates(months, rateTableOf(entries))).toMatchObject([
    { currency: 'ARS' },
    { currency: 'BRL', rate_day: null, rows: 20 },
  ])
})
