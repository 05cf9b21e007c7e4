import { expect, test } from 'vitest'
import { portionsFrom } from './portions.ts'

test('portions follow each other without a gap, and the last has no end', () => {
  const [first, second, ...others] = portionsFrom([5n, 9n])
  expect(first).toEqual({ first: 5n, last: 8n })
  expect(second?.first).toBe(9n)
  expect(second?.last).toBeGreaterThan(0x8f_ff_ff_ff_ff_ff_ff_fn)
  expect(others).toEqual([])
})

test('without cells, one portion has everything', () => {
  expect(portionsFrom([])).toHaveLength(1)
  expect(portionsFrom([])[0]?.first).toBe(0n)
})
