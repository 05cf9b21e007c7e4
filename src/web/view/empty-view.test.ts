import { expect, test } from 'vitest'
import { CELL_STATES, type CellState } from '../../domain/figure.ts'
import { RequestError } from '../requests/http.ts'
import { emptyReason } from './empty-view.ts'

const trouble = {
  refusal: null,
  isGivenUp: false,
  fault: null,
  groundFault: null,
  isTooWide: false,
  isLeftOut: false,
  isUnasked: false,
}
const none = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>
const view = (counts: Partial<Record<CellState, number>>) => ({
  counts: { ...none, ...counts },
  isSettled: true,
  trouble,
})

test('an empty view is explained by what lies in it', () => {
  expect(emptyReason(view({ sea: 9 }))).toBe('sea')
  expect(emptyReason(view({ sea: 9, not_covered: 1 }))).toBe('not_covered')
  expect(emptyReason(view({ sea: 9, not_covered: 1, too_few: 1 }))).toBe('too_few')
  expect(emptyReason(view({ no_listings: 1 }))).toBe('too_few')
})

test('a view with a figure, or one that may get some, is not called empty', () => {
  for (const state of ['observed', 'estimated', 'loading', 'not_bought', 'finer_than_plan', 'failed'] as const) {
    expect(emptyReason(view({ too_few: 9, [state]: 1 }))).toBeNull()
  }
  expect(emptyReason({ ...view({ sea: 9 }), isSettled: false })).toBeNull()
  expect(
    emptyReason({
      ...view({ sea: 9 }),
      trouble: { ...trouble, fault: new RequestError('unreachable', 'No connection.', null, null) },
    }),
  ).toBeNull()
  expect(emptyReason({ ...view({ sea: 9 }), trouble: { ...trouble, isUnasked: true } })).toBeNull()
})
