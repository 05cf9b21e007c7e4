import { expect, test } from 'vitest'
import { partsOfAddress } from './address-parts.ts'

test('an address has a place behind its street, likeliest first, and never a part of the street’s name', () => {
  expect(partsOfAddress('Barcelona Gracia 08012')).toEqual(['Barcelona Gracia'])
  expect(partsOfAddress('Carrer de Verdi 12, Gracia, Barcelona')).toEqual([
    'Carrer de Verdi Gracia Barcelona',
    'Gracia Barcelona',
  ])
  expect(partsOfAddress('Passeig de Gracia Barcelona')).toEqual([])
  expect(partsOfAddress('Plaza de la Merced Malaga')).toEqual([])
  expect(partsOfAddress('calle Verdi la Salut Barcelona')).toEqual(['Salut Barcelona', 'la Salut Barcelona'])
  expect(partsOfAddress('Gracia Barcelona')).toEqual([])
  expect(partsOfAddress('10115 Berlin')).toEqual([])
})
