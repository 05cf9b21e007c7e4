import { latLngToCell } from 'h3-js'
import { expect, it } from 'vitest'
import { trustCell } from '../../../domain/cell.ts'
import type { AreaFacts } from '../../metered/areas.ts'
import { coarserOffer } from './coarser-offer.ts'

const cell = trustCell(latLngToCell(41.4, 2.17, 7))
const figure = { cell, estimated: false, median_price: 1, median_price_per_sqm: 1, median_area: 1, name: null }
const HELD: AreaFacts['cells'] = new Map([[cell, { state: 'observed', figure }]])
const REFUSAL = { code: 'quota_exhausted', message: '', request_id: null, resets_at: null, retry_after_s: null }
const rest = (calls: number, refusal: NonNullable<AreaFacts['rest']>['refusal'] = null) => ({
  calls,
  bought_cells: 343,
  refusal,
})

it('offers what costs fewer calls, or nothing', () => {
  expect(coarserOffer(rest(6), { cells: new Map(), rest: rest(1) })).toEqual({ calls: 1 })
  expect(coarserOffer(rest(6), { cells: HELD, rest: null })).toEqual({ calls: 0 })
  expect(coarserOffer(rest(2), { cells: new Map(), rest: rest(2) })).toBeNull()
})

it('offers nothing without figures, or once all is held', () => {
  expect(coarserOffer(rest(6), { cells: new Map(), rest: null })).toBeNull()
  expect(coarserOffer(null, { cells: HELD, rest: null })).toBeNull()
})

it('offers only what is held where buying is refused', () => {
  expect(coarserOffer(rest(6, REFUSAL), { cells: HELD, rest: null })).toEqual({ calls: 0 })
  expect(coarserOffer(rest(6, REFUSAL), { cells: new Map(), rest: rest(1) })).toBeNull()
  expect(coarserOffer(rest(6), { cells: new Map(), rest: rest(1, REFUSAL) })).toBeNull()
})
