import fc from 'fast-check'
import { PbfReader, PbfWriter } from 'pbf'
import { expect, test } from 'vitest'
import { type RawColumn, readColumn, spreadColumn, writeColumn } from '../../contract/figure-column.ts'
import { certainAmount, isRent } from './amounts.ts'
import { formatFigure, unitsOfShown, valueToCompute } from './figure-words.ts'

/** The figures of a tile's column, as the page gets them. */
function throughTile(values: readonly number[]): number[] {
  const pbf = new PbfWriter()
  pbf.writeMessage(1, writeColumn, values)
  const read = (_tag: number, into: { column: RawColumn | null }, from: PbfReader) => {
    into.column = readColumn(from)
  }
  const { column } = new PbfReader(pbf.finish()).readFields<{ column: RawColumn | null }>(read, { column: null })
  const into = new Float64Array(values.length)
  if (column) spreadColumn(column, new Uint8Array(values.length).fill(1), values.length, into)
  return [...into]
}

const MONEY = { size_unit: 'm2' } as const
const digits = (text: string) => Number(text.replaceAll(/[^0-9]/g, ''))

test('a round price is the same after the way through dollars, a tile and back, at any rate within its spread', () => {
  const price = fc.tuple(fc.integer({ min: 100, max: 999 }), fc.integer({ min: 1, max: 6 }))
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 1, maxLength: 30 }),
      fc.double({ min: -1, max: 4, noNaN: true }).map((exponent) => 10 ** exponent),
      fc.double({ min: 0, max: 1e-5, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (pairs, rate, spread, error) => {
        const prices = pairs.map(([leading, zeros]) => leading * 10 ** zeros)
        const bought = throughTile(prices.map((each) => each / rate))
        const found = bought.map((each) =>
          digits(
            formatFigure(each, 'median_price', {
              ...MONEY,
              currency: 'EUR',
              rate: rate * (1 + error * spread),
              spread,
            }),
          ),
        )
        expect(found).toEqual(prices)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('no digit is shown that the tile or the rate leaves open, and none is lost that they do not', () => {
  const euros = { ...MONEY, currency: 'EUR', rate: 0.8788 }
  expect(digits(formatFigure(520_026.4, 'median_price', euros))).toBe(456_999)
  expect(digits(formatFigure(520_026, 'median_price', { ...euros, spread: 1e-4 }))).toBe(457_000)
  expect(digits(formatFigure(520_031, 'median_price', { ...MONEY, currency: 'USD' }))).toBe(520_031)
  expect(certainAmount(4_210.4, { rate: 157 })).toBe(661_000)
  expect(certainAmount(4_210, { rate: 15.7 })).toBe(66_100)
  expect(certainAmount(0, { rate: 157 })).toBe(0)
})

test('an amount is rounded once, and a class break as it stands', () => {
  const pounds = { ...MONEY, currency: 'GBP', rate: 0.7553900727948103, spread: 2e-12 }
  // 196,401.42: with the half step of a tile and rounded to tenths first, it would become 196,402.
  expect(digits(formatFigure(260_000, 'median_price', pounds))).toBe(196_401)
  // 196,401.49, plus half a step that a break does not have: 196,401.53.
  expect(digits(formatFigure(260_000.1, 'median_price', pounds))).toBe(196_402)
  expect(digits(formatFigure(260_000.1, 'median_price', { ...pounds, isExact: true }))).toBe(196_401)
})

test('a cell reads the same by itself and as the middle of an area', () => {
  const prices = fc.double({ min: 1, max: 2e6, noNaN: true }).map((price) => Math.floor(price * 10) / 10)
  const rates = fc.tuple(fc.constantFrom(0.8733624, 0.308, 157.2, 1), fc.constantFrom(0, 2e-12, 1e-6, 1e-4))
  fc.assert(
    fc.property(prices, rates, (price, [rate, spread]) => {
      const units = { ...MONEY, currency: 'GBP', rate, spread }
      const inArea = valueToCompute(price, 'median_price', units)
      expect(formatFigure(inArea, 'median_price', unitsOfShown(units))).toBe(formatFigure(price, 'median_price', units))
    }),
    { numRuns: 2_000 },
  )
  const units = { ...MONEY, currency: 'EUR', rate: 0.8788, spread: 2e-12 }
  const middle = valueToCompute(1_000.5, 'median_price', units)
  expect([middle, digits(formatFigure(middle, 'median_price', unitsOfShown(units)))]).toEqual([
    expect.closeTo(879.2834, 3),
    879,
  ])
})

test('a space for a budget is rounded once', () => {
  expect(formatFigure(84.499_6, 'area_for_budget', { ...MONEY, currency: 'USD' })).toBe('84 m²')
  expect(formatFigure(12_344.6, 'area_for_budget', { ...MONEY, currency: 'USD' })).toBe('12,340 m²')
})

test('a sign has one meaning: other dollars, pesos and crowns are spelled', () => {
  const text = (currency: string) => formatFigure(457_000, 'median_price', { ...MONEY, currency })
  expect([text('USD'), text('EUR'), text('GBP'), text('JPY'), text('BRL')].join(' ')).toMatch(/^\$.* €.* £.* ¥.* R\$/)
  for (const currency of 'ARS MXN CLP COP CAD AUD NZD HKD SGD SEK NOK DKK ISK CNY EGP'.split(' ')) {
    expect(text(currency)).toMatch(new RegExp(`^${currency}\\s457,000$`))
  }
})

test('rents are amounts a month, whatever the service calls the offer', () => {
  expect(['ad_sub_type=rent', 'ad_sub_type=rental', 'ad_sub_type=to_let', 'default'].map(isRent)).toEqual([
    true,
    true,
    true,
    false,
  ])
  const rent = { ...MONEY, currency: 'EUR', isRent: true }
  expect(formatFigure(18.46, 'median_price_per_sqm', rent)).toMatch(/18[.,]5\/m² a month$/)
  expect(formatFigure(1_250, 'median_price', rent)).toMatch(/ a month$/)
  expect(formatFigure(84, 'median_area', rent)).toBe('84 m²')
})
