import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakText } from './break-text.ts'

const widthOf = (text: string) => text.length

test('an address is broken after the characters that separate its parts', () => {
  expect(breakText('map.example/?at=41.39,2.16,12&area=pz1:08&v=1', 22, widthOf)).toEqual([
    'map.example/?at=41.39,',
    '2.16,12&area=pz1:08&',
    'v=1',
  ])
  expect(breakText('map.example', 22, widthOf)).toEqual(['map.example'])
  expect(breakText('abcdefgh', 3, widthOf), 'a part that is longer than the room').toEqual(['abc', 'def', 'gh'])
})

test('nothing is lost, and no line is too long', () => {
  const address = fc.string({ minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(address, fc.integer({ min: 2, max: 80 }), (text, room) => {
      const lines = breakText(text, room, widthOf)
      expect(lines.join('')).toBe(text)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(room)
    }),
  )
})
