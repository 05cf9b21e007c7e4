import { expect, test } from 'vitest'
import { parseCurrency } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { parseGeoId } from '../../domain/place.ts'
import type { BreaksOwner, ChosenBreaks } from '../state/address/class-choice.ts'
import { appliesTo, chosenBreaks, classWithEnds, endsOfClass, mayReplaceBreaks } from './chosen-breaks.ts'

const NOVEMBER = parseAsOf('2026-11-01') ?? expect.fail()
const NAME: EditionName = { as_of: NOVEMBER, lens: lensKey({}), resolution: 8 }
const EUROS: EditionName = { ...NAME, currency: parseCurrency('EUR') ?? expect.fail() }

const territory = (id: string, isProvisional = false): BreaksOwner => ({
  kind: 'territory',
  geo_id: parseGeoId(id) ?? expect.fail(),
  isProvisional,
})
const breaks = (of: BreaksOwner, ...at: number[]): ChosenBreaks => chosenBreaks(NAME, { at, of })
const NEXT = breaks(territory('z1'), 5, 6)

/** Whether NEXT replaces what is in the address; `isOwn` when the page put that there itself. */
function isReplaced(shown: ChosenBreaks | null, { locked = false, isOwn = true, as_of = NOVEMBER as string } = {}) {
  const adopted = shown !== null && isOwn ? { breaks: shown, as_of } : null
  return mayReplaceBreaks({ breaks: shown, locked }, NAME, NEXT, adopted)
}

test('breaks apply at their resolution and in their currency, locked ones at any resolution', () => {
  expect(appliesTo(NEXT, NAME, false)).toBe(true)
  expect([false, true].map((locked) => appliesTo(NEXT, { ...NAME, resolution: 7 }, locked))).toEqual([false, true])
  expect([false, true].map((locked) => appliesTo(NEXT, EUROS, locked))).toEqual([false, false])
  expect(appliesTo(chosenBreaks(EUROS, NEXT), EUROS, false)).toBe(true)
})

test('a territory gives its classes to an address without any', () => {
  expect(isReplaced(null)).toBe(true)
  expect(isReplaced({ ...NEXT, resolution: 7 })).toBe(true)
})

test('classes of another territory stay, and so do those that the viewer chose or locked', () => {
  expect(isReplaced(breaks(territory('z2'), 1))).toBe(false)
  expect(isReplaced(breaks(territory('z2', true), 1))).toBe(false)
  expect(isReplaced(breaks({ kind: 'view' }, 1))).toBe(false)
  expect(isReplaced(breaks({ kind: 'hand' }, 1))).toBe(false)
  expect(isReplaced(breaks(territory('z1', true), 1), { locked: true })).toBe(false)
})

test('provisional classes give way to later ones of their territory, unless they came with a link', () => {
  expect(isReplaced(breaks(territory('z1', true), 1))).toBe(true)
  expect(isReplaced(breaks(territory('z1', true), 1), { isOwn: false })).toBe(false)
})

test('classes of an earlier period give way, unless they came with a link', () => {
  expect(isReplaced(breaks(territory('z1'), 1), { as_of: '2026-10-01' })).toBe(true)
  expect(isReplaced(breaks(territory('z1'), 1), { as_of: '2026-10-01', isOwn: false })).toBe(false)
})

test('a class is known by its ends, and other breaks do not have it', () => {
  const at = [-2, 0, 3]
  expect([0, 1, 2, 3].map((index) => classWithEnds(endsOfClass(index, at), at))).toEqual([0, 1, 2, 3])
  expect([0, 1, 2, 3].map((index) => classWithEnds(endsOfClass(index, at), [-2, 1, 3]))).toEqual([0, null, null, 3])
  expect(classWithEnds({ from: 3, below: null }, [])).toBeNull()
  expect(
    [[], at].map((breaks) => classWithEnds(endsOfClass(0, []), breaks)),
    'a scale without breaks',
  ).toEqual([0, null])
})
