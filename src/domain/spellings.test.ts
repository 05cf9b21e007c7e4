import { expect, test } from 'vitest'
import { spellingsOf } from './spellings.ts'

test.each([
  ['St. Denis', 'saint denis'],
  ['Saint-Denis', 'st denis'],
  ['st gallen', 'sankt gallen'],
  ['Ste-Maxime', 'sainte maxime'],
  ['Sta. Cruz', 'santa cruz'],
  ['mt vernon', 'mount vernon'],
  ['Fort Worth', 'ft worth'],
  ['koeln', 'koln'],
  ['Ruesselsheim', 'russelsheim'],
  ['aarhus', 'arhus'],
  ['st poelten', 'sankt polten'],
])('“%s” is also spelled “%s”', (typed, other) => {
  expect(spellingsOf(typed)).toContain(other)
})

test('a text’s own spelling comes first, and most have no other', () => {
  expect(spellingsOf('St Denis')[0]).toBe('st denis')
  expect(spellingsOf('Gràcia')).toEqual(['gracia'])
  expect(spellingsOf(' ')).toEqual([])
})
