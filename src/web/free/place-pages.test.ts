import { expect, test } from 'vitest'
import { receivedPlacePage } from '../../contract/service/geo.ts'
import { withLinkedPage } from '../../contract/service/linked-page.ts'
import { isLastPage } from './place-pages.ts'

const row = { kind: 'country', geo_id: 'es', name: 'es', level: 'country', country: 'es', prices_available: true }
const NEXT = { link: '</public/v1/geo?page=2>; rel="next"' }

test('a page that is not full is the last one, unless it says that there are more', () => {
  const isLast = (body: unknown) => isLastPage(receivedPlacePage.parse(body))
  expect(isLast({ results: [row] })).toBe(true)
  expect(isLast(withLinkedPage({ results: [row] }, NEXT))).toBe(false)
  expect(isLast({ results: [row], pagination: { has_more: true } })).toBe(false)
  expect(isLast(withLinkedPage({ results: [] }, NEXT)), 'an empty page').toBe(true)
  expect(isLast({ results: Array(50).fill(row) }), 'the default size').toBe(false)
})
