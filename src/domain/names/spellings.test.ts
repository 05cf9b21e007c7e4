import { expect, test } from 'vitest'
import { foldedNames, isSpelled, spellingsOf } from './spellings.ts'

test.each([
  ['St. Denis', 'saint denis'],
  ['Saint-Denis', 'st denis'],
  ['st gallen', 'sankt gallen'],
  ['Ste-Maxime', 'sainte maxime'],
  ['Sta. Cruz', 'santa cruz'],
  ['mt vernon', 'mount vernon'],
  ['Fort Worth', 'ft worth'],
  ['16ème arrondissement', '16e arrondissement'],
  ['16th', '16e'],
  ['1re', '1er'],
  ['Marseille 8ème', 'marseille 8'],
  ['paris 08', 'paris 8e'],
  ['Paris XVI', 'paris 16e'],
  ['xixe', '19e'],
  ['Cöln', 'koln'],
  ['Coeln', 'koeln'],
])('“%s” is also spelled “%s”', (typed, other) => {
  expect(spellingsOf(typed)).toContain(other)
})

test('a text’s own spelling comes first, and most have no other', () => {
  expect(spellingsOf('St Denis')[0]).toBe('st denis')
  expect(spellingsOf('Gràcia')).toEqual(['gracia'])
  expect(spellingsOf(' ')).toEqual([])
  expect(spellingsOf('Viix')).toEqual(['viix'])
  expect(spellingsOf('v')).toEqual(['v'])
  expect(spellingsOf('Coln')).toEqual(['coln'])
  expect(spellingsOf('Saint-'), 'the beginning of many names').toEqual(['saint'])
})

test('a text of short forms alone has few spellings too', () => {
  expect(spellingsOf('st '.repeat(60))).toHaveLength(12)
  expect(spellingsOf('1st 2nd '.repeat(25))[1]).toMatch(/^1er 2nd 1st/)
})

test.each([
  ['Köln', 'koeln'],
  ['Rüsselsheim', 'ruesselsheim'],
  ['Århus', 'aarhus'],
  ['L’Hospitalet de Llobregat', 'hospitalet de llobregat'],
  ["Castell d'Aro", 'castell aro'],
  ['Gasteiz / Vitoria', 'vitoria'],
  ['Alacant/Alicante', 'alacant'],
  ['Marseille 08', 'marseille 8'],
  ['La Croix-Rousse', 'croix rousse'],
  ['A Coruña', 'coruna'],
])('the name “%s” is also “%s”', (name, other) => {
  expect(foldedNames(name)).toContain(other)
})

test('a short form and a mark in two letters may come together; other pairs of letters are not a mark', () => {
  expect(isSpelled('St. Poelten', 'Sankt Pölten')).toBe(true)
  expect(isSpelled('paex', 'Pax')).toBe(false)
  expect(foldedNames('Gràcia')).toEqual(['gracia'])
  expect(foldedNames('Lavapiés'), 'an article is a word').toEqual(['lavapies'])
  expect(foldedNames('Le Ay'), 'a rest too short to be a name').toEqual(['le ay'])
})
