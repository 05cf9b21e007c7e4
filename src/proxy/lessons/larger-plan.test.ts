import { expect, it } from 'vitest'
import { type CallLessons, firstLessons } from './call-lessons.ts'
import { withAllowance } from './larger-plan.ts'
import { NOTHING_LEARNED } from './learned-limit.ts'

const START = new Date('2026-11-21T10:00:00Z')
const LATER = new Date('2026-11-22T11:00:00Z')
const LIMIT = { ...NOTHING_LEARNED, accepted: 500, refused: 600 }
const LESSONS: CallLessons = { ...firstLessons(START), refusals: 2, cells: { 8: LIMIT }, circles: { 6: LIMIT } }

it('a larger allowance opens sizes that were refused, at the cost of three refusals, and once a day at most', () => {
  const first = withAllowance(LESSONS, 500, START)
  expect(first).toEqual({ ...LESSONS, allowance: { limit: 500, raised_at: null } })
  const opened = { ...NOTHING_LEARNED, accepted: 500 }
  const raised = withAllowance(first, 10_000, START)
  expect(raised).toMatchObject({ refusals: 3, cells: { 8: opened }, circles: { 6: opened } })
  expect(withAllowance({ ...first, refusals: 6 }, 10_000, START).refusals, 'also where none were left').toBe(3)
  const again = { ...raised, cells: { 8: LIMIT } }
  expect(withAllowance(again, 20_000, START)).toBe(again)
  expect(withAllowance(again, 20_000, LATER).cells).toEqual({ 8: opened })
})

it('an allowance that is unknown, unchanged or smaller changes no size', () => {
  const known = withAllowance(LESSONS, 500, START)
  expect(withAllowance(known, null, START)).toBe(known)
  expect(withAllowance(known, 500, START)).toBe(known)
  expect(withAllowance(known, 300, START)).toEqual({ ...known, allowance: { limit: 300, raised_at: null } })
})
