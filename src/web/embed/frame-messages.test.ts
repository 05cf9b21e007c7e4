import { expect, test, vi } from 'vitest'
import { queryOf, refusalOf, refusalOfLink, showOnlyLatest } from './frame-messages.ts'

test('a message that holds itself, or what no JSON can, is refused in words', () => {
  const message: Record<string, unknown> = { squaremetre: 'show' }
  message.address = { size: 10n, message }
  expect(refusalOf(message)).toBe(
    "Expected { squaremetre: 'show', address: '?at=…' }, found { squaremetre: 'show', address: object }.",
  )
  expect(refusalOf({ squaremetre: null, address: 'x'.repeat(9_000) })).toContain(`address: '${'x'.repeat(60)}' }`)
})

test.each([
  ['?at=1,2,3', '?at=1,2,3'],
  ['at=1,2,3&area=c41,2,1:0:Work: home', 'at=1,2,3&area=c41,2,1:0:Work: home'],
  ['', ''],
  ['/?at=1,2,3', '?at=1,2,3'],
  ['https://map.example/?at=1,2,3#x', '?at=1,2,3'],
  ['https://map.example', ''],
  ['https://other.example/?at=1,2,3', null],
  ['//other.example/?at=1,2,3', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('the address “%s” has the query %j', (address, query) => {
  expect(queryOf(address, 'https://map.example')).toBe(query)
})

test('a link to elsewhere is refused in words', () => {
  expect(refusalOfLink('https://other.example')).toBe(
    "Expected a link to this map or its query, found 'https://other.example'.",
  )
})

test('of addresses that arrive together only the last is shown, and none once the frame is gone', () => {
  vi.useFakeTimers()
  const shown: string[] = []
  const latest = showOnlyLatest((address) => shown.push(address))
  for (let index = 0; index < 3_000; index++) latest.show(`?at=${index}`)
  vi.runAllTimers()
  latest.show('?at=next')
  vi.runAllTimers()
  expect(shown).toEqual(['?at=2999', '?at=next'])
  latest.show('?at=late')
  latest.stop()
  vi.runAllTimers()
  vi.useRealTimers()
  expect(shown).toHaveLength(2)
})
