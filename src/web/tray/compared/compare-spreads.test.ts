import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Metric } from '../../../domain/figure.ts'
import { distributionOf } from '../../areas/spread/distribution.ts'
import { formatFigure, readValue } from '../../figures/figure-words.ts'
import { compareShownSpreads, compareSpreads } from './compare-spreads.ts'
import { differenceWords } from './difference-words.ts'

const of = (...values: number[]) => distributionOf(values) ?? expect.fail()
const DOLLARS = { currency: 'USD', size_unit: 'm2' }
const BASE = of(10, 20, 30, 40, 50)

test('areas differ from middle cell to middle cell', () => {
  expect(compareSpreads(of(13, 23, 33, 43, 53), BASE)).toMatchObject({ amount: 3, percent: 10 })
  expect(compareSpreads(BASE, BASE)).toEqual({ amount: 0, percent: 0, overlap: 'alike' })
  expect(compareSpreads(of(-1, 2), of(0)).percent, 'a share of nothing').toBeNull()
})

test.each<[Metric, number, number, string, string, string]>([
  ['median_price_per_sqm', 6_765.4, 5_751.6, '$6,765/m²', '$5,752/m²', '−$1,013/m² (−15%)'],
  ['median_price_per_sqm', 6_765.4, 6_738.4, '$6,765/m²', '$6,738/m²', '−$27/m² (−0.4%)'],
  ['median_price_per_sqm', 18.44, 18.45, '$18.4/m²', '$18.5/m²', '+$0.1/m² (+0.1%)'],
  ['median_area', 84.4, 84.6, '84 m²', '85 m²', '+1 m² (+0.2%)'],
  ['median_area', 39.6, 40.4, '40 m²', '40 m²', '0 m²'],
  ['price_for_area', 457_349, 457_351, '$457,300', '$457,400', '+$100 (<0.1%)'],
  ['rental_yield', 5.34, 5.36, '5.3%', '5.4%', '+0.1 points'],
  ['rental_yield', 5.351, 5.449, '5.4%', '5.4%', '0 points'],
  ['rental_yield', 1.45, 1.56, '1.4%', '1.6%', '+0.2 points'],
  ['change', 3.4, 3.6, '+3%', '+4%', '+1 point'],
])('%s: a difference from %d to %d is that of the figures as read', (metric, from, to, baseline, own, words) => {
  const say = (value: number) => formatFigure(value, metric, DOLLARS)
  const shown = compareShownSpreads(of(to), of(from), (value) => readValue(value, metric, DOLLARS))
  expect([say(from), say(to)]).toEqual([baseline, own])
  expect(differenceWords({ ...shown, isEstimate: false }, metric, DOLLARS)).toBe(words)
  expect(compareSpreads(of(to), of(from)).amount, 'exact in files').toBe(to - from)
})

test('a word says how far the spreads overlap', () => {
  expect(compareSpreads(of(51, 52, 53, 54, 55), BASE).overlap).toBe('apart')
  expect(compareSpreads(of(5, 41, 42, 43, 90), BASE).overlap).toBe('halves_apart')
  expect(compareSpreads(of(20, 38, 41, 60, 70), BASE).overlap).toBe('overlap')
  expect(compareSpreads(of(15, 25, 35, 45, 55), BASE).overlap).toBe('alike')
  expect(compareSpreads(of(60, 70, 80, 90), BASE).overlap, 'four cells have no middle half').toBe('unknown')
})

test('the word is the same both ways round', () => {
  const areas = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 9 }).map((values) => of(...values))
  fc.assert(
    fc.property(areas, areas, (own, other) => {
      expect(compareSpreads(own, other).overlap).toBe(compareSpreads(other, own).overlap)
    }),
  )
})
