import { expect, test } from 'vitest'
import type { KnownPlace } from '../../contract/known-places.ts'
import { RequestError } from '../requests/http.ts'
import { rankFound } from './names/rank-found.ts'
import { searchAnswer } from './search-answer.ts'
import type { SearchFound } from './search-query.ts'

const valencia: KnownPlace = {
  name: 'Valencia',
  country: 'es',
  lat: 39.47,
  lng: -0.38,
  population: 814_208,
  names: ['valencia', 'valensia'],
  match: 'exact',
}

const found = (q: string, known: readonly KnownPlace[], suggestions: readonly string[] = []): SearchFound => {
  return { q, found: rankFound(q, [], known), points: [], airports: [], suggestions, missed: null }
}

test('results speak of the text that they were found for, whatever has been typed since', () => {
  expect(searchAnswer(null, found('valensia', [valencia]), [])).toMatchObject({
    items: [{ name: 'Valencia', mark: 'Also called “valensia”' }],
    note: null,
  })
  expect(searchAnswer(null, found('xqzv', [], ['Xàtiva']), [])).toMatchObject({
    items: [{ kind: 'correction', text: 'Xàtiva' }],
    note: 'No results for “xqzv”.',
  })
})

test('a failed search shows its fault and no results of an earlier text', () => {
  const fault = new RequestError('internal_error', 'the search failed', null, null)
  expect(searchAnswer(fault, found('valensia', [valencia]), [])).toMatchObject({ items: [], failure: fault })
})
