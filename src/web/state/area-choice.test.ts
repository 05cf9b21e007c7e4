import { expect, test } from 'vitest'
import { parseGeoId } from '../../domain/place.ts'
import { type AreaChoice, changeAreas } from './area-choice.ts'

const CIRCLE = { lat: 41.4, lng: 2.17, radius_km: 3 }
const [HERE, THERE] = [parseGeoId('z1'), parseGeoId('z2')]
const NOW: AreaChoice = { circle: CIRCLE, circleResolution: 7, place: HERE, placeResolution: 6 }

test('a circle keeps its resolution when it moves, and loses it when its size changes', () => {
  expect(changeAreas(NOW, { circle: { ...CIRCLE, lat: 40 } })).toMatchObject({ circleResolution: 7 })
  expect(changeAreas(NOW, { circle: { ...CIRCLE, radius_km: 4 } })).toMatchObject({ circleResolution: null })
  expect(changeAreas(NOW, { circle: null })).toMatchObject({ circleResolution: null, placeResolution: 6 })
})

test('another place loses the resolution of the one before', () => {
  expect(changeAreas(NOW, { place: THERE })).toEqual({ ...NOW, place: THERE, placeResolution: null })
  expect(changeAreas(NOW, { place: HERE })).toEqual(NOW)
})

test('a resolution can be chosen together with the area, or after it', () => {
  expect(changeAreas(NOW, { place: THERE, placeResolution: 8 })).toMatchObject({ placeResolution: 8 })
  expect(changeAreas(NOW, { circleResolution: 6 })).toEqual({ ...NOW, circleResolution: 6 })
})
