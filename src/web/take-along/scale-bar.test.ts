import { expect, test } from 'vitest'
import { scaleBar } from './scale-bar.ts'

test.each([
  [{ lat: 0, zoom: 0 }, 100, 5_000_000],
  [{ lat: 41.4, zoom: 11.6 }, 100, 1_000],
  [{ lat: 60, zoom: 15 }, 100, 100],
  [{ lat: -33, zoom: 5 }, 60, 100_000],
])('the bar of %j within %i pixels is %i m long', (view, width, metres) => {
  const bar = scaleBar(view, width)
  expect(bar.metres).toBe(metres)
  expect(bar.width).toBeLessThanOrEqual(width)
  expect(bar.width).toBeGreaterThan(width / 2.6)
})
