import { expect, test } from 'vitest'
import { isAround, partsOf, surroundingsOfRegion } from './name-context.ts'

const inWestphalia = { country: 'de', around: ['Bielefeld', 'Nordrhein-Westfalen'] }
const whole = (context: string) => ({ context, isOpen: false })

test.each([
  'bielefeld',
  'nordrhein',
  'nordrhein westfalen',
  'north rhine westphalia',
  'nrw',
  'germany',
  'alemania',
  'de',
])('“%s” says where a place in Bielefeld is', (context) => {
  expect(isAround(whole(context), inWestphalia)).toBe(true)
})

test('several words say where together', () => {
  expect(isAround(whole('bielefeld germany'), inWestphalia)).toBe(true)
  expect(isAround(whole('north rhine westphalia germany'), inWestphalia)).toBe(true)
  expect(isAround(whole('bielefeld spain'), inWestphalia)).toBe(false)
})

test('words that are repeated many times do not multiply the comparisons', () => {
  const welsh = { country: 'gb', around: ['United', 'Kingdom', 'Wales'] }
  const again = 'united kingdom '.repeat(40)
  expect(isAround(whole(`${again}wales`), welsh)).toBe(true)
  expect(isAround(whole(`${again}spain`), welsh)).toBe(false)
})

test('a word of a name in another language does not say where alone', () => {
  // Rhénanie-du-Nord-Westphalie, Pays de Galles
  expect(isAround(whole('nord'), inWestphalia)).toBe(false)
  expect(isAround(whole('de'), { country: 'gb', around: ['Cardiff', 'Wales'] })).toBe(false)
})

test('the last words may be incomplete while they are typed', () => {
  const open = (context: string) => ({ context, isOpen: true })
  expect(isAround(open('biele'), inWestphalia)).toBe(true)
  expect(isAround(open('north rhine west'), inWestphalia)).toBe(true)
  expect(isAround(open('bielefeld ger'), inWestphalia)).toBe(true)
  expect(isAround(open('ger bielefeld'), inWestphalia)).toBe(false)
  expect(isAround(whole('biele'), inWestphalia)).toBe(false)
})

test('a place of which only the code of its region is known lies in that region', () => {
  const isIn = (country: string, admin: string, context: string) =>
    isAround(whole(context), surroundingsOfRegion({ country, admin }))
  expect(isIn('us', 'KY', 'kentucky')).toBe(true)
  expect(isIn('us', 'KY', 'ky')).toBe(true)
  expect(isIn('ca', '08', 'ontario canada')).toBe(true)
  expect(isIn('au', '02', 'nsw')).toBe(true)
  expect(isIn('ca', '08', 'quebec')).toBe(false)
  expect(isIn('fr', '11', '11'), 'a number').toBe(false)
})

test('the parts of a text begin with what stands last between commas, and have no numbers', () => {
  expect(partsOf('10115 Berlin')).toEqual([['berlin']])
  expect(partsOf('flats in Leeds')).toEqual([
    ['flats in', 'in leeds'],
    ['flats', 'leeds'],
  ])
  expect(partsOf('Calle de Alcalá 42, Madrid')[0]).toEqual(['madrid'])
  expect(partsOf('Berlin')).toEqual([])
  expect(partsOf('Seville old town'), 'which Las Vegas was called, too').toEqual([['seville old'], ['seville', 'town']])
  expect(partsOf('SE1 9GF')).toEqual([])
})
