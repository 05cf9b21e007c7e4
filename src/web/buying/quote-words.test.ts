import { expect, test } from 'vitest'
import { sumOfCosts } from '../tiles/cost.ts'
import { costWords } from './quote-words.ts'

const SURE = { calls: 2, bought_cells: 4_116 }
const ESTIMATED = { calls: 1, bought_cells: 343, is_estimate: true } as const

test('a cost that is an estimate is said as one, alone and in a sum', () => {
  expect(costWords(SURE)).toBe('2 calls, 4,116 cells')
  expect(costWords(ESTIMATED)).toBe('about 1 call, 343 cells')
  expect(costWords(sumOfCosts([SURE, SURE]))).toBe('4 calls, 8,232 cells')
  expect(costWords(sumOfCosts([SURE, ESTIMATED]))).toBe('about 3 calls, 4,459 cells')
})
