import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_ADDRESS, formatAddress, parseAddress } from './address.ts'
import { describeBrokenParts } from './broken-parts.ts'
import { foundName, parseFound } from './found-point.ts'

test('an unreadable found point is left out and reported', () => {
  for (const raw of [
    '',
    '1',
    '91,2',
    '1,181',
    '1,2,3',
    '1,2,no',
    '1,2,no:',
    '1,2,no: \n',
    '1,2,NO:Bergen',
    'a,b',
    ',:x',
  ]) {
    expect(parseFound(raw), raw).toBeNull()
    if (raw !== '') {
      expect(describeBrokenParts(`?${new URLSearchParams({ found: raw })}`)[0]).toMatch(
        /^The link’s point found could not/,
      )
    }
  }
  expect(parseFound(`1,2:${'x'.repeat(500)}`)?.name).toHaveLength(80)
  expect(foundName({ lat: 41.40361, lng: 2.1, country: null, name: null })).toBe('41.40361, 2.1')
})

test('a point reads back as it was written, whatever its name', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(name, fc.constantFrom('', ',no'), (text, country) => {
      const found = parseFound(`60.39299,-5.32415${country}:${text}`)
      // Without a name there is no place.
      if (found === null) {
        expect(country).not.toBe('')
        return
      }
      expect(parseAddress(formatAddress({ ...FIRST_ADDRESS, found })).found).toEqual(found)
    }),
  )
})
