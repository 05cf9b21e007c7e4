import { expect, test } from 'vitest'
import { atOnce } from '../../../server/work/turns.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { missingSlices } from '../../tiles/cut-answer.ts'
import { cutSlice } from '../../tiles/slice.ts'
import { planPurchases } from '../purchase-plan.ts'
import { packCalls, packRequest, unpackCalls, unpackRequest } from './packed-plan.ts'
import { listCall } from './plan.ts'

const RESOLUTION = 8
const parents = parentsAround(RESOLUTION, 19)
const tiles = parents.flatMap((parent) => missingSlices(parent, []))
/** Pieces of tiles, several of one tile among them. */
const pieces = tiles.flatMap((slice, index) => {
  const [start, rest] = cutSlice(slice, 20 + index)
  return rest === null ? [start] : [start, cutSlice(rest, 100)[1] ?? rest]
})
const base = { placeCells: 3_000, areListsUnsure: false, filledList: 900, filledCircle: 900 }

test.each([
  ['lists', { ...base, listCells: 500, circleCells: 0, isUrlBound: false }],
  ['lists and circles', { ...base, listCells: 120, circleCells: 1_500, isUrlBound: true }],
  ['circles', { ...base, listCells: 0, circleCells: 1_500, isUrlBound: true }],
])('a plan of %s is the same after the way through another thread', (_, limits) => {
  const [wanted, around] = [pieces.slice(0, 24), tiles.slice(12)]
  const request = { resolution: RESOLUTION, wanted, around, limits, places: [] } as const
  const plan = planPurchases(request)
  const copied = structuredClone(packCalls(planPurchases(unpackRequest(structuredClone(packRequest(request))))))
  expect(atOnce(unpackCalls(copied, request))).toEqual(plan)
})

test('a plan with cells that were not requested is an error', () => {
  const request = { wanted: pieces.slice(0, 1), around: [] }
  const foreign = packCalls([listCall(tiles)])
  expect(() => atOnce(unpackCalls(foreign, request))).toThrow('not requested')
})
