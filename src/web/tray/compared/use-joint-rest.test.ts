import { expect, test } from 'vitest'
import { jointRefusal } from './use-joint-rest.ts'

const CAP = { code: 'viewer_cap_reached', message: '', request_id: null, resets_at: null, retry_after_s: null }
const complete = { area: { rest: null } }

const refusedWith = (code: string) => ({
  area: { rest: { calls: 1, bought_cells: 7, refusal: { ...CAP, code } } },
})

test('a cap that stops one area is named for all of them, unless there is no other', () => {
  expect(jointRefusal([complete, refusedWith(CAP.code), complete])).toEqual(CAP)
  expect(jointRefusal([refusedWith(CAP.code)])).toBeNull()
})

test('what concerns an area alone stays in its card', () => {
  expect(jointRefusal([complete, refusedWith('not_covered')])).toBeNull()
})
