import { expect, it } from 'vitest'
import { readHexes } from './hexes/received-hexes.ts'
import { nextLink, withLinkedPage, withLinkedPageInBytes } from './linked-page.ts'
import { readJson } from './read-json.ts'

it.each([
  ['<https://a.example/x?cursor=b>; rel="next"', 'https://a.example/x?cursor=b'],
  ['</x?p=1>; rel=prev, </x?p=3>;rel=next', '/x?p=3'],
  ['</x?p=1,2>; title="a, <b>; rel=next"; rel="last", <?p=3>; REL="Next archives"', '?p=3'],
  ['</x?p=1>; rel="nextish"; next', null],
  ['</x?p=1>', null],
  ['rel="next"', null],
  ['', null],
])('the next page of Link: %s is %s', (link, next) => {
  expect(nextLink({ link })).toBe(next)
})

it('a list goes on where only its header says so', () => {
  const cell = '871fb4662ffffff'
  const read = (body: unknown, link: string) => {
    const { nextCursor, nextQuery, hasMore } = readHexes(withLinkedPage(body, { link }))
    return { nextCursor, nextQuery, hasMore }
  }
  const next = { nextCursor: null, nextQuery: { res: '7', cursor: 'b' }, hasMore: true }
  expect(read({ results: [{ h3: cell }] }, '<https://a.example/x?res=7&cursor=b>; rel="next"')).toEqual(next)
  expect(read({ results: [{ h3: cell }], next_cursor: null }, '<?res=7&cursor=b>; rel=next')).toEqual(next)
  expect(read([cell], '<hexes?res=7&cursor=b>; rel=next')).toEqual(next)
  expect(read({ results: [cell] }, '</hexes/page/2>; rel=next')).toEqual({ ...next, nextQuery: null })
  expect(withLinkedPage([cell], {})).toEqual([cell])
})

it.each([
  '{"results":["a","b"],"page":1}',
  ' \n{ "has_more": false, "results": [] }\n',
  '\ufeff["a","b"]',
  '[]',
  '{ }',
  ')]}\',\n{"results":[]}',
])('the bytes of %s say it too', (text) => {
  const body = new TextEncoder().encode(text)
  for (const headers of [{ link: '</x?p=3>; rel=next' }, { link: '</x>; rel=next' }, {}]) {
    expect(readJson(withLinkedPageInBytes(body, headers))).toEqual(withLinkedPage(readJson(body), headers))
  }
})

it('a list is passed on as it was sent, unparsed', () => {
  const body = new TextEncoder().encode('{"results":[1.0, 2e3]}')
  const passed = new TextDecoder().decode(withLinkedPageInBytes(body, { link: '<?p=2>; rel=next' }))
  expect(passed).toBe('{"next_link":"?p=2","has_more":true,"results":[1.0, 2e3]}')
})
