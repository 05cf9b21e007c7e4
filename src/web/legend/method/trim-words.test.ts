import { expect, test } from 'vitest'
import { receivedSnapshot } from '../../../contract/service/stats/received-snapshot.ts'
import { trimSettingWords, trimWords } from './trim-words.ts'

const number = (value: number) => new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 }).format(value)

test.each([
  [0.01, number(0.01)],
  [0.005, number(0.005)],
  [1, '1'],
  [1.5, number(1.5)],
  [2.5, number(2.5)],
  ['1%', '1%'],
  ['p1-p99', 'p1-p99'],
])('the trim setting %o is shown as given', (outlier_trim_pct, shown) => {
  const read = receivedSnapshot.parse({ outlier_trim_pct }).outlier_trim_pct
  expect(trimSettingWords(read)).toBe(`Extreme prices left out (the service’s setting: ${shown}).`)
  expect(trimWords(read), 'the legend has no number that says little').toBe('Extreme prices left out.')
})

test.each([[0], ['0'], ['0.00']])('the trim setting %o means that nothing is trimmed', (outlier_trim_pct) => {
  expect(trimWords(receivedSnapshot.parse({ outlier_trim_pct }).outlier_trim_pct)).toBe('No extreme prices left out.')
})

test.each([[undefined], [null], [''], [{ sale: 0.01 }], [true]])(
  'nothing is said of the trim setting %o',
  (outlier_trim_pct) => {
    expect(trimWords(receivedSnapshot.parse({ outlier_trim_pct }).outlier_trim_pct)).toBe('')
  },
)
