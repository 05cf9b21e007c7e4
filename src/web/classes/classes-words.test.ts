import { expect, test } from 'vitest'
import { parseGeoId } from '../../domain/place.ts'
import { ownerWords } from './classes-words.ts'

const PROVINCE = { geo_id: 'p1', name: 'Barcelona', level: 'province', country: 'es' } as const
const of = (isProvisional: boolean) => ({
  kind: 'territory' as const,
  geo_id: parseGeoId('p1') ?? expect.fail(),
  isProvisional,
})
const shown = { territory: PROVINCE, locked: false, observed: 120 }

test('the words say whose the classes are, and how sure', () => {
  expect(ownerWords({ ...shown, of: of(false) })).toBe('Classes of Barcelona province')
  expect(ownerWords({ ...shown, of: of(true) }), 'held anywhere in it, in view or not').toBe(
    'Classes of Barcelona province, provisional, from 120 cells so far',
  )
  expect(ownerWords({ ...shown, of: of(true), observed: null })).toBe('Classes of Barcelona province, provisional')
  expect(ownerWords({ ...shown, of: of(false), territory: null, locked: true })).toBe('Classes of a place, locked')
  expect(ownerWords({ ...shown, of: null })).toBe('Classes fitted to this view')
  expect(ownerWords({ ...shown, of: { kind: 'hand' }, locked: true })).toBe('Classes set by hand, locked')
})
