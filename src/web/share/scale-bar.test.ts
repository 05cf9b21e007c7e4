import { expect, test } from 'vitest'
import { scaleBar, scaleLabel } from './scale-bar.ts'

test.each([
  [{ lat: 0, zoom: 0 }, 100, 'km', 5_000, 'kilometer', 1_000],
  [{ lat: 41.4, zoom: 11.6 }, 100, 'km', 1, 'kilometer', 1_000],
  [{ lat: 60, zoom: 15 }, 100, 'km', 100, 'meter', 1],
  [{ lat: -33, zoom: 5 }, 60, 'km', 100, 'kilometer', 1_000],
  [{ lat: 41.4, zoom: 11.6 }, 100, 'mi', 1, 'mile', 1_609.344],
  [{ lat: 60, zoom: 15 }, 100, 'mi', 200, 'foot', 0.3048],
] as const)('the bar of %j within %i pixels in %s is %i %s long', (view, width, unit, value, name, metres) => {
  const bar = scaleBar(view, width, unit)
  expect(bar).toMatchObject({ value, unit: name })
  expect(bar.width).toBeLessThanOrEqual(width)
  expect(bar.width).toBeGreaterThan(width / 2.6)
  expect(bar.width / (value * metres), 'as the ground is drawn').toBeCloseTo(
    2 ** view.zoom / (78_271.517 * Math.cos((view.lat * Math.PI) / 180)),
  )
})

test('thousands are not grouped, as on the scale of the map', () => {
  expect(scaleLabel({ value: 2_000, unit: 'foot' })).toBe('2000 ft')
})
