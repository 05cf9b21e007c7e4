import { expect, test } from 'vitest'
import { meaningOf, offerOfType } from './word-meanings.ts'

test('rooms are one number; a half is left out, and several numbers are none', () => {
  const rooms = (text: string) => meaningOf('rooms', text)
  for (const text of ['3', '3.0', 'T3', '3+1', '3+kk', '3 bedrooms, 2 baths', '3.5', '3½', '3,5 Zimmer', '3-room flat'])
    expect(rooms(text), text).toBe('3')
  for (const text of ['3 hab. 2 baños', '3hab/2baños', '3 bed, 2 bath', '3BR/2BA', '3 + 2', '3.0 BHK', 'T3+1'])
    expect(rooms(text), text).toBe('3')
  for (const text of ['1-2', '10/12', '2 or 3', '2 à 3 pièces', '1 bis 2', '3,7', '2 – 3 Zimmer'])
    expect(rooms(text), text).toBeNull()
  for (const text of [
    'T2-T3',
    'T2 à T4',
    'F3/F4',
    '2LDK～3LDK',
    '1+1 / 2+1',
    '1+kk, 2+kk',
    '2 BHK - 3 BHK',
    '1-bedroom to 3-bedroom',
    '2, 3 BHK',
  ])
    expect(rooms(text), text).toBeNull()
})

test('the types of registers are known, and a block of flats is none of them', () => {
  expect(meaningOf('property_type', 'Single Family Residence')).toBe('house')
  expect(meaningOf('property_type', 'Block of flats')).toBe('other')
  expect(meaningOf('property_type', 'lokal mieszkalny'), 'a flat in Poland’s register').toBe('apartment')
  expect(meaningOf('property_type', 'lokal użytkowy')).toBe('retail')
  expect(meaningOf('ad_sub_type', 'wolny rynek')).toBe('buy')
})

test('words that a program writes as one are known', () => {
  expect(meaningOf('property_type', 'ApartmentUnitFlat')).toBe('apartment')
  expect(meaningOf('ad_sub_type', 'ForRent')).toBe('rent')
  expect(meaningOf('ad_sub_type', 'NotForRent')).toBeNull()
})

test('a number does not name a type, and the Turkish studio does', () => {
  expect(['1.0', '1,0', '10', '1'].map((text) => meaningOf('property_type', text))).toEqual([null, null, null, null])
  expect(meaningOf('property_type', '1+0')).toBe('studio')
})

test('who looks for a home, or swaps one, offers none', () => {
  const offer = (text: string) => meaningOf('ad_sub_type', text)
  for (const text of [
    'Wanted to buy',
    'Suche zur Miete',
    'Busco alquiler',
    'Cerco affitto',
    'Swap for rent',
    'Gesucht: Kauf',
    'Vente en viager',
  ])
    expect(offer(text), text).toBeNull()
  expect(offer('Zu vermieten')).toBe('rent')
  expect(offer('For sale')).toBe('buy')
  for (const text of ['For sale or swap', 'sale/swap', 'Verkauf oder Tausch', 'Venta o permuta'])
    expect(offer(text), text).toBe('buy')
})

test('a long description has no meaning as a word, whatever known words it contains', () => {
  expect(meaningOf('property_type', 'apartment')).toBe('apartment')
  expect(meaningOf('property_type', 'apartment '.repeat(200))).toBeNull()
})

test('a type can say that only a part of the home is for sale, but not that it has a part of the freehold', () => {
  const parts = ['50% share of flat', 'Flat (25 % share)', '1/2 Anteil Wohnung']
  expect(parts.map(offerOfType)).toEqual(['share', 'share', 'share'])
  expect(['Flat, 50% share of the freehold', '100% ownership flat', 'Flat'].map(offerOfType)).toEqual([
    null,
    null,
    null,
  ])
})
