import { expect, test } from 'vitest'
import { shortened, wrapWords } from './wrap-words.ts'

const widthOf = (text: string) => text.length

test('words are wrapped at blanks, and a long one has a line of its own', () => {
  expect(wrapWords('For sale · Aug–Oct 2026', 10, widthOf)).toEqual(['For sale ·', 'Aug–Oct', '2026'])
  expect(wrapWords('a Donaudampfschiff b', 5, widthOf)).toEqual(['a', 'Donaudampfschiff', 'b'])
})

test('a name that does not fit ends in an ellipsis', () => {
  expect(shortened('Sant Martí de Provençals', 12, widthOf)).toBe('Sant Martí…')
  expect(shortened('Gràcia', 12, widthOf)).toBe('Gràcia')
})
