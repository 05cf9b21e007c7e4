import { describe, expect, test } from 'vitest'
import { COUNTRY_CURRENCIES } from './country-currency.ts'
import { UNITS_PER_EUR } from './rate-table.ts'
import { CURRENCIES, ratesAt } from './rates.ts'

describe('ratesAt', () => {
  test('a day has the newest rates that were known, the day itself included', () => {
    expect(ratesAt('2018-12-31').fx_date).toBe('2018-12-31')
    expect(ratesAt('2018-12-30').fx_date).toBe('2017-12-29')
    expect(ratesAt('2099-01-01').fx_date).toBe(UNITS_PER_EUR.at(-1)?.[0])
  })

  test('a day before all has the oldest', () => {
    expect(ratesAt('1999-01-01').fx_date).toBe(UNITS_PER_EUR[0]?.[0])
  })

  test('rates are dollars for one unit', () => {
    const { usd_per_unit } = ratesAt('2018-12-31')
    expect(usd_per_unit.USD).toBe(1)
    expect(usd_per_unit.EUR).toBeCloseTo(1.145, 9)
    expect(usd_per_unit.JPY).toBeCloseTo(1.145 / 125.85, 9)
  })

  test('every date has a rate for every currency, in order of dates', () => {
    const days = UNITS_PER_EUR.map(([day]) => day)
    expect([...days].sort()).toEqual(days)
    for (const [, units] of UNITS_PER_EUR) expect(Object.keys(units).sort()).toEqual(CURRENCIES)
  })

  test('every currency of a country has a rate, and no country has two', () => {
    for (const [, currency] of COUNTRY_CURRENCIES) expect(CURRENCIES).toContain(currency)
    expect(new Set(COUNTRY_CURRENCIES.map(([country]) => country)).size).toBe(COUNTRY_CURRENCIES.length)
  })
})
