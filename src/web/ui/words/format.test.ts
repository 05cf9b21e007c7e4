import { expect, test } from 'vitest'
import { formatRounded } from './format.ts'

test.each([
  [1770.348, '1,770'],
  [12.566, '12.6'],
  [0.737, '0.74'],
  [0.0314, '0.031'],
  [0.004738, '0.0047'],
  [0, '0'],
])('%d is written as %s', (value, words) => {
  expect(formatRounded(value)).toBe(words)
})
