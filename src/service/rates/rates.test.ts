import { describe, expect, test } from 'vitest'
import { COUNTRY_CURRENCIES } from './country-currency.ts'
import { rateTableOf, readRateEntries } from './rate-table.ts'
import { BUILT_IN_RATES, CURRENCIES, rateDay, ratesAt, refuseImplausibleRates, withBuiltInRates } from './rates.ts'

const table = (text: string) => rateTableOf(readRateEntries(text))

describe('the built-in rates', () => {
  test('of a day are the newest on or before it', () => {
    expect(ratesAt('2018-12-31').fx_date).toBe('2018-12-31')
    expect(ratesAt('2018-12-30').fx_date).toBe('2017-12-29')
    expect(ratesAt('2099-01-01').fx_date).toBe(BUILT_IN_RATES.get('USD')?.quotes.at(-1)?.day)
  })

  test('of a day before all quotes are the oldest', () => {
    expect(ratesAt('1999-01-01').fx_date).toBe('2015-12-31')
    expect(ratesAt('1999-01-01').usd_per_unit.ISK).toBeCloseTo(1.145 / 133.2, 12)
  })

  test('are in dollars per unit', () => {
    const { usd_per_unit } = ratesAt('2018-12-31')
    expect(usd_per_unit.USD).toBe(1)
    expect(usd_per_unit.EUR).toBeCloseTo(1.145, 9)
    expect(usd_per_unit.JPY).toBeCloseTo(1.145 / 125.85, 9)
  })

  test('cover the currencies of the European Central Bank, without gaps after a currency’s first quote', () => {
    expect(CURRENCIES).toHaveLength(30)
    const days = BUILT_IN_RATES.get('USD')?.quotes ?? []
    for (const { quotes, ended } of BUILT_IN_RATES.values()) {
      expect(ended).toBeNull()
      expect(quotes).toHaveLength(days.filter(({ day }) => day >= (quotes[0]?.day ?? '')).length)
    }
  })

  test('have one currency per country', () => {
    expect(new Set(COUNTRY_CURRENCIES.map(([country]) => country)).size).toBe(COUNTRY_CURRENCIES.length)
    expect(COUNTRY_CURRENCIES).toContainEqual(['bg', 'EUR'])
  })
})

describe('loaded rates', () => {
  const loaded = table('date,currency,rate\n2026-10-30,USD,1.1\n2026-10-30,ARS,1500\n2020-01-31,USD,1.2\n')

  test('override the built-in ones from their first day on, currency by currency', () => {
    const all = withBuiltInRates(loaded)
    expect(ratesAt('2020-02-29', all).usd_per_unit.USD).toBe(1)
    expect(ratesAt('2020-02-29', all).usd_per_unit.EUR).toBe(1.2)
    expect(ratesAt('2018-12-31', all)).toMatchObject({ fx_date: '2018-12-31', usd_per_unit: { EUR: 1.145 } })
    const now = ratesAt('2026-11-01', all)
    expect(now.fx_date).toBe('2026-10-30')
    expect(now.fx_dates).toMatchObject({ ARS: '2026-10-30', GBP: '2026-09-29' })
    expect(now.usd_per_unit.ARS).toBeCloseTo(1.1 / 1500, 12)
    expect(now.usd_per_unit.GBP).toBe(ratesAt('2026-11-01').usd_per_unit.GBP)
  })

  test('are used up to 35 days from their own, unless at any age; then a currency has none, not even a built-in one', () => {
    const all = withBuiltInRates(loaded)
    expect(ratesAt('2026-12-04', all).fx_dates).toMatchObject({ EUR: '2026-10-30', ARS: '2026-10-30' })
    const late = ratesAt('2026-12-05', all)
    expect(late.usd_per_unit).not.toHaveProperty('EUR')
    expect(late.usd_per_unit).not.toHaveProperty('ARS')
    expect(late.usd_per_unit).toMatchObject({ USD: 1, GBP: ratesAt('2026-12-05').usd_per_unit.GBP })
    expect(ratesAt('2026-09-25', all).usd_per_unit).toHaveProperty('ARS')
    expect(ratesAt('2026-09-24', all).usd_per_unit).not.toHaveProperty('ARS')
    const anyAge = ratesAt('2028-12-05', all, { anyAge: true })
    expect(anyAge.fx_dates).toMatchObject({ EUR: '2026-10-30', ARS: '2026-10-30' })
    expect([rateDay('ARS', '2026-12-04', all), rateDay('ARS', '2026-12-05', all)]).toEqual(['2026-10-30', null])
  })

  test('of a currency that has ended last for a window, but not for half a year', () => {
    const ends = table('Date,USD,HRK,\n2023-12-29,1.1,N/A,\n2022-12-30,1.0666,7.5365,\n')
    expect(ends.get('HRK')?.ended).toBe('2022-12-30')
    expect(ratesAt('2023-03-31', ends, { anyAge: true }).usd_per_unit.HRK).toBeCloseTo(1.0666 / 7.5365, 12)
    expect(ratesAt('2023-06-30', ends, { anyAge: true }).usd_per_unit).not.toHaveProperty('HRK')
  })

  test('are refused when they are inverted', () => {
    const entries = readRateEntries('Date,USD,JPY\n2026-10-30,0.91,0.0056\n')
    expect(() => refuseImplausibleRates(entries)).toThrow(/^line 2: JPY 0\.0056 on 2026-10-30 is far from the 178\.906/)
    expect(() => refuseImplausibleRates(readRateEntries('Date,USD,JPY\n2026-10-30,1.1,180\n'))).not.toThrow()
  })
})
