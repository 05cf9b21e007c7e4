import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ClassScale } from '../../contract/class-scale.ts'
import { reviewScales, SCALE_KEY } from './scales.ts'

const BREAKS = { quantile: [1], jenks: [1], logarithmic: [1], equal: [1] }
const DECIDED: ClassScale = {
  kind: 'territory',
  territory: { geo_id: 'es', name: 'es', level: 'country', country: 'es' },
  breaks: BREAKS,
  provisional: false,
  stands_in: false,
  observed: 300,
}

test.each([
  ['nothing held', { kind: 'none', why: 'nothing_held' }, true],
  ['an unavailable service', { kind: 'none', why: 'unavailable' }, true],
  ['provisional classes', { ...DECIDED, provisional: true }, true],
  ['classes that stand in', { ...DECIDED, stands_in: true }, true],
  ['decided classes', DECIDED, false],
  ['a point far from any market', { kind: 'none', why: 'no_place' }, false],
] as const)('after a purchase, %s is asked about again where that may have changed', async (_, scale, isAgain) => {
  const client = new QueryClient()
  const key = [...SCALE_KEY, '/api/scales/2026-11-01/default/8/median_price_per_sqm?lat=1&lng=1', 0]
  client.setQueryData<ClassScale>(key, scale)
  await reviewScales(client)
  expect(client.getQueryState(key)?.isInvalidated).toBe(isAgain)
})
