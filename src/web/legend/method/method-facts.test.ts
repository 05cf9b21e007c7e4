import { expect, test } from 'vitest'
import { edition } from '../../../contract/proxy-api.ts'
import { methodOf } from './method-facts.ts'

/** An edition as the proxy sends it, with a snapshot as a service may send it. */
const editionWith = (snapshot: object) =>
  edition.parse({
    as_of: '2026-11-01',
    lens: 'default',
    resolution: 8,
    currency: 'USD',
    window_start: '2026-08-01',
    window_end: '2026-10-31',
    fx_date: '2026-10-31',
    size_unit: 'sqm',
    snapshot,
  })
const factsOf = (snapshot: object, today = '2026-11-20') =>
  Object.fromEntries(
    methodOf(editionWith(snapshot), Date.parse(today)).facts.map(({ term, text }) => [term, text] as const),
  )

test('each value comes from the snapshot, and follows it', () => {
  const floors = { 4: 8, 5: 5, 6: 5, 7: 5, 8: 3 }
  const facts = factsOf({ built: 'weekly', max_as_of_age_days: 34, min_listings_by_res: floors, outlier_trim_pct: 0 })
  expect(facts).toMatchObject({
    Days: expect.stringMatching(/^Aug 1\s–\sOct 31, 2026$/),
    Built: 'weekly',
    'Replaced no later than': '34 days after its label',
    'Listings needed per hexagon': '8 at resolution 4, 5 at resolutions 5 to 7, 3 at resolution 8',
    Outliers: 'No extreme prices left out.',
  })
  expect(factsOf({ max_as_of_age_days: 10 })['Replaced no later than']).toBe('10 days after its label; it is overdue')
})

test('what the service adds appears by itself, what it leaves out is named', () => {
  const added = { smoothing_rings: 1, note: 'medians', listings: [1, 2], rambling: 'x'.repeat(500) }
  expect(factsOf(added)).toMatchObject({ 'Smoothing rings': '1', Note: 'medians' })
  expect(Object.keys(factsOf(added))).not.toContain('Listings')
  expect(Object.keys(factsOf(added))).not.toContain('Rambling')
  expect(methodOf(editionWith(added), 0).unstated).toContain('Outliers')
  expect(edition.parse(editionWith(added)), 'it survives the ledger').toEqual(editionWith(added))
})

test('dates that the service does not state are not shown as empty ones', () => {
  const undated = { ...editionWith({}), window_start: '', window_end: '', fx_date: '' }
  const { facts, unstated } = methodOf(undated, 0)
  expect(unstated).toContain('Days')
  expect(facts.find(({ term }) => term === 'Months')?.text).toMatch(/^Period of .*2026/)
  expect(facts).toContainEqual({ term: 'Money', text: 'USD' })
})

test('what answers differ on is said to differ, and not to be left out', () => {
  const varies = [
    'size_unit',
    'fx_date',
    'window_start',
    'outlier_trim_pct',
    'min_listings_by_res.7',
    'also.smoothing_rings',
    'defaults.kind',
  ]
  const merged = { ...editionWith({ min_listings_by_res: { 8: 3 } }), window_start: '', fx_date: '', varies }
  const { facts, unstated } = methodOf(merged, 0)
  for (const term of ['Months', 'Days', 'Listings needed per hexagon', 'Outliers', 'Smoothing rings', 'Kind']) {
    expect(facts).toContainEqual({ term, text: 'Not the same for all figures' })
  }
  expect(facts).toContainEqual({ term: 'Money', text: 'USD, at exchange rates of different days' })
  expect(facts).toContainEqual({ term: 'Area', text: 'm², in part converted from another unit' })
  expect(unstated).not.toContain('Outliers')
})
