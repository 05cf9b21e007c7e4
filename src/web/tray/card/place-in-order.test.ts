import { expect, test } from 'vitest'
import { placeInOrder } from './place-in-order.ts'

test('something dragged changes places once it has passed the middle of another', () => {
  const middles = [50, 150, 250]
  expect(placeInOrder(160, 1, middles)).toBe(1)
  expect(placeInOrder(60, 1, middles)).toBe(1)
  expect(placeInOrder(49, 1, middles)).toBe(0)
  expect(placeInOrder(251, 1, middles)).toBe(2)
  expect(placeInOrder(-100, 2, middles)).toBe(0)
  expect(placeInOrder(900, 0, middles)).toBe(2)
})
