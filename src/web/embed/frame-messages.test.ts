import { expect, test } from 'vitest'
import { queryOf, refusalOf, refusalOfLink } from './frame-messages.ts'

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
