import { expect, test } from 'vitest'
import { receivedCoverage } from './coverage.ts'

test.each([
  ['is missing', undefined, null],
  ['is null', null, null],
  ['is not a text', 7, null],
  ['is invisible', ' \u200b\n', null],
  ['has two lines and turns around', 'Rebuilt\n\u202eylhtnom', 'Rebuilt ylhtnom'],
  ['would fill the page', 'A'.repeat(1_000_000), 'A'.repeat(2_000)],
])('a note that %s is read as one that can be shown, or as none', (_, freshness, shown) => {
  expect(receivedCoverage.parse({ coverage: 'Spain.', freshness, countries: [] })).toMatchObject({
    coverage: 'Spain.',
    freshness: shown,
  })
})
