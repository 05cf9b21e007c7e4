import { expect, test } from 'vitest'
import { isMostlyEstimated, markEstimate } from './mostly-estimated.ts'

test('a figure is an estimate once most cells behind it are estimated', () => {
  expect(isMostlyEstimated({ observed: [], estimated: [4000] })).toBe(true)
  expect(isMostlyEstimated({ observed: [5000], estimated: [4000, 4100] }), 'two of three').toBe(true)
  expect(isMostlyEstimated({ observed: [5000], estimated: [4000] }), 'half of them').toBe(false)
  expect(isMostlyEstimated({ observed: [], estimated: [] }), 'there is no figure').toBe(false)
  expect([markEstimate('€4,000/m²', true), markEstimate('€4,000/m²', false)]).toEqual(['≈ €4,000/m²', '€4,000/m²'])
})
