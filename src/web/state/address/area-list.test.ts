import { expect, test } from 'vitest'
import { parseGeoId } from '../../../domain/place.ts'
import { type AreaChoice, type AreaShape, baselineOf, type ChosenArea, changeAreas, NO_AREAS } from './area-choice.ts'
import {
  cleanName,
  freeColor,
  withArea,
  withAreaAgain,
  withAreaAt,
  withColor,
  withName,
  withoutArea,
  withResolution,
  withShape,
} from './area-list.ts'

const place = (id: string): AreaShape => ({ kind: 'place', geo_id: parseGeoId(id) ?? expect.fail() })
const circle = (radius_km: number, lat = 41.4): AreaShape => ({ kind: 'circle', circle: { lat, lng: 2.17, radius_km } })
const listOf = (...shapes: AreaShape[]): readonly ChosenArea[] =>
  shapes.reduce<readonly ChosenArea[]>((areas, shape) => {
    const added = withArea(areas, shape)
    return added.kind === 'added' ? added.areas : expect.fail()
  }, [])
const ids = (areas: readonly ChosenArea[] | null) =>
  areas?.map(({ shape }) => (shape.kind === 'place' ? shape.geo_id : shape.kind))

test('each area gets a colour of its own, a known one is not added again, and a seventh not at all', () => {
  const five = listOf(place('a'), place('b'), place('c'), place('d'), place('e'))
  expect(five.map(({ color }) => color)).toEqual([0, 1, 2, 3, 4])
  expect(withArea(withoutArea(five, 1), place('f'))).toMatchObject({ kind: 'added', color: 1 })
  expect([freeColor(withoutArea(five, 1)), freeColor(five), freeColor([])]).toEqual([1, 5, 0])
  expect(withArea(five, place('c'))).toEqual({ kind: 'known', color: 2 })
  expect(withArea(listOf(...'abcdef'.split('').map(place)), place('g'))).toEqual({ kind: 'full' })
})

test('a removed area comes back where it was, in its own colour where that is free', () => {
  const areas = listOf(place('a'), place('b'), place('c'))
  const second = areas[1] ?? expect.fail()
  const without = withoutArea(areas, 1)
  expect(withAreaAgain(without, second, 1)).toEqual(areas)
  const other = withArea(without, place('d'))
  if (other.kind !== 'added') throw new Error('expected room for it')
  const again = withAreaAgain(other.areas, second, 1)
  expect(ids(again)).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(again?.map(({ color }) => color)).size).toBe(4)
  expect(withAreaAgain(areas, second, 1)).toBeNull()
})

test('an added area has the colour it had before where that is free', () => {
  const areas = listOf(place('a'), place('b'))
  expect(withArea(areas, place('c'), { color: 4, name: 'Home', resolution: 7 })).toMatchObject({
    color: 4,
    areas: [{}, {}, { color: 4, name: 'Home', resolution: 7 }],
  })
  expect(withArea(areas, place('c'), { color: 1 })).toMatchObject({ color: 2 })
})

test('a colour that another area has is exchanged', () => {
  const areas = listOf(place('a'), place('b'))
  expect(withColor(areas, 0, 1).map(({ color }) => color)).toEqual([1, 0])
  expect(withColor(areas, 0, 5).map(({ color }) => color)).toEqual([5, 1])
})

test('areas are moved within their order', () => {
  const areas = listOf(place('a'), place('b'), place('c'))
  expect(ids(withAreaAt(areas, 2, 0))).toEqual(['c', 'a', 'b'])
  expect(ids(withAreaAt(areas, 0, 9))).toEqual(['b', 'c', 'a'])
  expect(ids(withAreaAt(areas, 5, 0))).toEqual(['a', 'b', 'c'])
})

test('a circle keeps its resolution when it moves, and loses it when its size changes', () => {
  const areas = withResolution(listOf(circle(3)), 0, 7)
  expect(withShape(areas, 0, circle(3, 40))[0]).toMatchObject({ resolution: 7 })
  expect(withShape(areas, 0, circle(4))[0]).toMatchObject({ resolution: null })
})

test('a name is shown on one line, and an empty name counts as none', () => {
  const areas = listOf(place('a'))
  expect(withName(areas, 0, '  Near\n work ')[0]?.name).toBe('Near work')
  expect(withName(areas, 0, ' ')[0]?.name).toBeNull()
  expect(cleanName('🏠'.repeat(50))).toBe('🏠'.repeat(40))
  expect(cleanName('👩‍👧 בית')).toBe('👩‍👧 בית')
  expect(cleanName('a\u202efdp.exe\u2066'), 'text that would run backwards').toBe('a fdp.exe')
  expect(cleanName('\u200b\u2060\u3164'), 'invisible').toBeNull()
})

test('the first area is the baseline until another is chosen, and again when that is gone', () => {
  const areas = listOf(place('a'), place('b'))
  expect(baselineOf(NO_AREAS)).toBeNull()
  expect(baselineOf({ areas, baseline: null })).toBe(areas[0])
  expect(baselineOf({ areas, baseline: 1 })).toBe(areas[1])
  const now = { ...NO_AREAS, areas, baseline: 1 as const }
  expect(changeAreas(now, { areas: withoutArea(areas, 1) }).baseline).toBeNull()
  expect(changeAreas(now, { areas: withAreaAt(areas, 1, 0) }).baseline).toBe(1)
})

test('another place loses the resolution of the one before, unless one is chosen with it', () => {
  const [here, there] = [parseGeoId('z1'), parseGeoId('z2')]
  const now: AreaChoice = { ...NO_AREAS, place: here, placeResolution: 6 }
  expect(changeAreas(now, { place: there }).placeResolution).toBeNull()
  expect(changeAreas(now, { place: here }).placeResolution).toBe(6)
  expect(changeAreas(now, { place: there, placeResolution: 8 }).placeResolution).toBe(8)
})
