import { expect, test } from 'vitest'
import type { Edition } from '../../contract/proxy-api.ts'
import { stateSentence } from './state-words.ts'

const snapshot = {
  as_of: '2026-11-01',
  built: 'monthly',
  max_as_of_age_days: 34,
  window_months: 3,
  outlier_trim_pct: 0.01,
  min_listings_by_res: { 7: 4, 8: 3 },
}
const edition: Edition = {
  as_of: '2026-11-01',
  lens: 'default',
  resolution: 7,
  currency: 'USD',
  size_unit: 'm2',
  window_start: '2026-08-01',
  window_end: '2026-10-31',
  fx_date: '2026-10-31',
  snapshot,
}

test('a cell without a row names the floor of its resolution, as far as it is known', () => {
  expect(stateSentence('too_few', edition)).toBe('No figure: fewer listings than the floor (4), or none.')
  expect(stateSentence('too_few', { ...edition, resolution: 6 })).toBe(
    'No figure: fewer listings than the floor, or none.',
  )
  expect(stateSentence('too_few', null)).toBe('No figure: fewer listings than the floor, or none.')
})
