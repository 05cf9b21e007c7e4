import { expect, test } from 'vitest'
import { parseGeoId } from '../../domain/place.ts'
import { ownerWords, territoryName } from './classes-words.ts'

const PROVINCE = { geo_id: 'p1', name: 'Barcelona', level: 'province' } as const
const of = (isProvisional: boolean) => ({
  kind: 'territory' as const,
  geo_id: parseGeoId('p1') ?? expect.fail(),
  isProvisional,
})
const shown = { territory: PROVINCE, locked: false, observed: 120 }

test('a territory is named, a province apart from its city, and a country by its name', () => {
  expect(territoryName(PROVINCE)).toBe('Barcelona province')
  expect(territoryName({ ...PROVINCE, level: 'city' })).toBe('Barcelona')
  expect(territoryName({ geo_id: 'es', name: 'es', level: 'country' })).toBe('Spain')
})

test('the words say whose the classes are, and how sure', () => {
  expect(ownerWords({ ...shown, of: of(false) })).toBe('Classes of Barcelona province')
  expect(ownerWords({ ...shown, of: of(true) })).toBe('Classes of Barcelona province, provisional, from 120 cells')
  expect(ownerWords({ ...shown, of: of(true), observed: null })).toBe('Classes of Barcelona province, provisional')
  expect(ownerWords({ ...shown, of: of(false), territory: null, locked: true })).toBe('Classes of a place, locked')
  expect(ownerWords({ ...shown, of: null })).toBe('Classes fitted to this view')
  expect(ownerWords({ ...shown, of: { kind: 'hand' }, locked: true })).toBe('Classes set by hand, locked')
})
