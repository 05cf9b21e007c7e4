import { expect, test } from 'vitest'
import { isAllEstimated, markEstimate } from './all-estimated.ts'

test('a figure is an estimate once no observed cell is behind it', () => {
  expect(isAllEstimated({ observed: [], estimated: [4000] })).toBe(true)
  expect(isAllEstimated({ observed: [5000], estimated: [4000] })).toBe(false)
  expect(isAllEstimated({ observed: [], estimated: [] }), 'there is no figure').toBe(false)
  expect([markEstimate('€4,000/m²', true), markEstimate('€4,000/m²', false)]).toEqual(['≈ €4,000/m²', '€4,000/m²'])
})
