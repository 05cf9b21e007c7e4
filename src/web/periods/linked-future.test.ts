import { expect, test } from 'vitest'
import { parseAsOf } from '../../domain/period.ts'
import { linkedFuture } from './linked-future.ts'

const [OCTOBER, NOVEMBER, DECEMBER] = [parseAsOf('2026-11-01'), parseAsOf('2026-12-01'), parseAsOf('2027-01-01')]
if (!OCTOBER || !NOVEMBER || !DECEMBER) throw new Error('2026-11-01, 2026-12-01 and 2027-01-01 are periods')

test('a link to the newer period that is only offered shows it; a link to a later one is left out', () => {
  expect(linkedFuture([NOVEMBER, NOVEMBER], OCTOBER, NOVEMBER)).toEqual({ moveTo: NOVEMBER, toLeaveOut: [] })
  expect(linkedFuture([NOVEMBER], OCTOBER, DECEMBER)).toEqual({ moveTo: DECEMBER, toLeaveOut: [] })
  expect(linkedFuture([DECEMBER, NOVEMBER], OCTOBER, NOVEMBER)).toEqual({ moveTo: NOVEMBER, toLeaveOut: [DECEMBER] })
  expect(linkedFuture([NOVEMBER, NOVEMBER], OCTOBER, null)).toEqual({ moveTo: null, toLeaveOut: [NOVEMBER] })
  expect(linkedFuture([OCTOBER], OCTOBER, NOVEMBER)).toEqual({ moveTo: null, toLeaveOut: [] })
})
