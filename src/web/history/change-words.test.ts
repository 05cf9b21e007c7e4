import { expect, test } from 'vitest'
import type { Edition } from '../../contract/proxy-api.ts'
import { changeWords } from './change-words.ts'

const month = (as_of: string, window_start: string, window_end: string) =>
  ({ as_of, window_start, window_end, resolution: 6 }) as unknown as Edition
const CHANGE = {
  since: month('2018-04-01', '2018-03-01', '2018-03-31'),
  until: month('2019-01-01', '2018-12-01', '2018-12-31'),
  percent: -7,
  isEstimate: false,
}
const EUROS = { currency: 'EUR', rate: 0.87, size_unit: 'sqm' }

test('a change names its currency where one rate for all periods makes it that of another', () => {
  const plain = (text: string) => text.replaceAll(/[\u2060\s]+/g, ' ')
  expect(plain(changeWords(CHANGE, EUROS, 'USD'))).toBe('−7% in USD, from Mar 2018 to Dec 2018')
  expect(plain(changeWords(CHANGE, EUROS, null))).toBe('−7% from Mar 2018 to Dec 2018')
})
