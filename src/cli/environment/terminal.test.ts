import { expect, test } from 'vitest'
import { brokenList } from './terminal.ts'

test('a list is broken between items, and continues below the first one', () => {
  const lines = brokenList('  rooms: ', ['one', 'two words', 'three', 'four'], { separator: ',', width: 20 })
  expect(lines).toEqual(['  rooms: one,', '         two words,', '         three, four'])
})

test('an item that is wider than the terminal has a line of its own, and none is lost', () => {
  const items = ['x'.repeat(30), 'y']
  expect(brokenList('  a: ', items, { separator: ';', width: 10 })).toEqual([`  a: ${items[0]};`, '     y'])
  expect(brokenList('  a: ', ['b', 'c'], { separator: ',', width: Number.POSITIVE_INFINITY })).toEqual(['  a: b, c'])
})
