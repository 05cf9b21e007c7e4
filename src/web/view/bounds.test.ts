import { expect, test } from 'vitest'
import { areInView, boundsAround, isInView } from './bounds.ts'
import { boundsOfView } from './opening-view.ts'

const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north })

test('what a view cuts off a little at one side is still in view, half of it is not', () => {
  const view = box(2, 41, 3, 42)
  expect(isInView(box(2.2, 41.2, 2.4, 41.4), view)).toBe(true)
  expect(isInView(box(1.99, 41.2, 2.4, 42.01), view)).toBe(true)
  expect(isInView(box(1.8, 41.2, 2.2, 41.4), view)).toBe(false)
  expect(isInView(box(2.2, 41.8, 2.4, 42.2), view)).toBe(false)
  expect(isInView(box(0, 40, 5, 45), view)).toBe(false)
  expect(isInView(box(12.2, 41.2, 12.4, 41.4), view)).toBe(false)
})

test('from farthest away, a part of a country across the 180th meridian is all that can be in view', () => {
  const [wide, spain] = [box(172, 18, -66, 72), box(-9, 36, 4, 44)]
  const west = box(-130, 20, -90, 60)
  expect(areInView([wide], west, false)).toBe(false)
  expect(areInView([wide], west, true)).toBe(true)
  expect(areInView([wide], box(175, 20, -175, 30), true)).toBe(true)
  expect(areInView([wide], spain, true)).toBe(false)
  expect(areInView([wide, spain], box(-9, 70, 4, 75), true)).toBe(false)
})

test('longitudes continue at the 180th meridian', () => {
  const fiji = box(177, -19, -178, -15)
  expect(isInView(box(179, -18, 180.5, -17), fiji)).toBe(true)
  expect(isInView(box(-179.5, -18, -179, -17), fiji)).toBe(true)
  expect(isInView(box(176, -18, 177.5, -17), fiji)).toBe(false)
  expect(boundsAround([box(179, -18, 179.5, -17), box(-179.5, -16, -179, -15)])).toEqual(box(179, -18, -179, -15))
  expect(boundsAround([])).toBeNull()
})

test('a view of the whole world has everything in view', () => {
  const world = boundsOfView({ lat: 20, lng: 10, zoom: 0 }, { width: 1440, height: 900 })
  for (const lng of [-179, -10, 0, 150]) expect(isInView(box(lng, 0, lng + 5, 5), world)).toBe(true)
})
