import { expect, test } from 'vitest'
import { barScale } from './bar-scale.ts'

test('bars of similar height are drawn up to the tallest', () => {
  expect(barScale([10, 12, 0, 9, 30])).toEqual({ full: 30, tallest: 30, isCut: false })
  expect(barScale([1, 1, 5, 8])).toEqual({ full: 8, tallest: 8, isCut: false })
})

test('a pile in one bar is cut, so that the others keep a height that can be seen', () => {
  const { full, tallest, isCut } = barScale([126, 3, 4, 0, 2, 1, 3])
  expect({ tallest, isCut }).toEqual({ tallest: 126, isCut: true })
  expect(3 / full).toBeGreaterThan(0.15)
})

test('a row without cells has a height to divide by', () => {
  expect(barScale([0, 0])).toEqual({ full: 1, tallest: 0, isCut: false })
})
