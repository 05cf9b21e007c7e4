import { expect, test } from 'vitest'
import { innerPoint } from './zone-shape.ts'

test('a boundary may have hundreds of thousands of corners', () => {
  const corners = 300_000
  const ring = Array.from({ length: corners + 1 }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * (i % corners)) / corners
    return [2 + Math.cos(angle), 41 + Math.sin(angle)]
  })
  const { lat, lng } = innerPoint([[ring]])
  expect(lat).toBeCloseTo(41, 3)
  expect(lng).toBeCloseTo(2, 3)
})
