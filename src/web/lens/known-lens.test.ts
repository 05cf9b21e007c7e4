import { expect, test } from 'vitest'
import { readFilters } from '../../contract/service/filters/received-filters.ts'
import type { Lens } from '../../domain/lens.ts'
import { filtersAfter, pauseAfter } from '../free/filters.ts'
import { RequestError } from '../requests/http.ts'
import { knownLens } from './known-lens.ts'

const OFFERED = readFilters({
  filters: [
    { parameter: 'property_type', kind: 'choice', label: 'Property type', default: null, values: ['house', 'flat'] },
    { parameter: 'max_price_usd', kind: 'number', label: 'Highest price', unit: 'USD' },
    { parameter: 'energy', kind: 'colour wheel' },
  ],
})

test('a value that the service does not list is left out, by the name of its filter, and the rest stays', () => {
  expect(knownLens({ property_type: 'castle', max_price_usd: '300000' }, OFFERED)).toEqual({
    lens: { max_price_usd: '300000' },
    unknown: ['Property type: castle'],
  })
})

test('a filter that the service does not have is left out as it is written', () => {
  expect(knownLens({ pool: '1', property_type: 'flat' }, OFFERED)).toEqual({
    lens: { property_type: 'flat' },
    unknown: ['pool: 1'],
  })
})

test('a filter of an unknown kind stays, and so does one that the interface states', () => {
  const lens = { energy: 'a', ad_sub_type: 'rent', max_price_usd: '300000' }
  expect(knownLens(lens, OFFERED)).toEqual({ lens, unknown: [] })
})

test('a link without an offer gets one where the service lists no sales', () => {
  const offered = (offer: unknown) => readFilters({ filters: { ad_sub_type: offer, rooms: ['2'] } })
  const lensOf = (lens: Lens, offer: unknown) => knownLens(lens, offered(offer)).lens
  const values = ['lease', 'rent']
  expect(lensOf({ rooms: '2' }, { values, default: 'rent' })).toEqual({ ad_sub_type: 'rent', rooms: '2' })
  expect(lensOf({ ad_sub_type: 'lease' }, { values, default: 'rent' })).toEqual({ ad_sub_type: 'lease' })
  // The interface has sales unless the service names another preset: the list may have only what is beyond them.
  for (const offer of [values, ['rent', 'buy'], { values, default: 'sale' }]) expect(lensOf({}, offer)).toEqual({})
})

test('without a list of filters, nothing is left out and nothing has failed; any other failure stays one', () => {
  const lens = { pool: '1' }
  expect(knownLens(lens, readFilters('none'))).toEqual({ lens, unknown: [] })
  const failure = (code: 'not_found' | 'internal_error') => new RequestError(code, 'No.', null, null)
  const none = filtersAfter(failure('not_found'))
  const pauses = [1, 2, 20].map((dataUpdateCount) => pauseAfter({ data: none, dataUpdateCount }))
  expect(pauses, 'and is looked for again').toEqual([60_000, 120_000, 3_600_000])
  expect(none).toMatchObject({ filters: [], currencies: [] })
  expect(knownLens(lens, none)).toEqual({ lens, unknown: [] })
  expect(() => filtersAfter(failure('internal_error'))).toThrow('No.')
})

test('a list of filters is read again every minute, as the service may offer others', () => {
  const data = readFilters({ filters: { rooms: [1, 2] } })
  expect([1, 20].map((dataUpdateCount) => pauseAfter({ data, dataUpdateCount }))).toEqual([60_000, 60_000])
})
