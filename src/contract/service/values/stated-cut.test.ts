import { expect, it } from 'vitest'
import { readStatedCut } from './stated-cut.ts'

it.each([
  ['a flag', { truncated: true }, 'part'],
  ['a flag as text', { meta: { is_partial: 'true' } }, 'part'],
  ['a warning', { warnings: ['result truncated to 137 rows'] }, 'more'],
  ['a warning with a code', { warnings: [{ code: 'truncated', detail: 'see the documentation' }] }, 'more'],
  ['a notice', { meta: { notice: 'Only the first 100 cells are listed.' } }, 'more'],
  ['a cursor', { next_cursor: 'b' }, 'more'],
  ['a total', { total: 201 }, 'more'],
  ['a total as text', { meta: { total: '201' } }, 'more'],
  ['a count of rows', { row_count: 201 }, 'more'],
  ['a count about pages', { pagination: { count: 201 } }, 'more'],
  ['a page before the last', { page: 1, pages: 2 }, 'more'],
  ['several pages', { meta: { total_pages: '3' } }, 'more'],
  ['a status', { status: 'error' }, 'more'],
  ['a status as a number', { meta: { status: 500 } }, 'more'],
  ['a failure', { success: false }, 'more'],
  ['faults beside the rows', { errors: [{ message: 'shard 3 timed out' }] }, 'more'],
  ['one fault', { error: { code: 'upstream' } }, 'more'],
  // Took longer than a test may.
  ['a fault after many spaces', { error: `${' '.repeat(120_000)}x` }, 'more'],
])('%s says that rows are missing', (_, stated, cut) => {
  expect(readStatedCut({ stats: [], ...stated }, 200)).toBe(cut)
})

it.each([
  ['a response without any such field', {}],
  ['the usual fields of a last page', { has_more: false, next_cursor: null, next: '', truncated: 'false' }],
  ['the same number of rows', { total: 200, row_count: '200', pagination: { count: 200 } }],
  ['a count of listings', { count: 35_000 }],
  ['a status and no fault', { status: 'ok', success: true, error: null, errors: [], meta: { status: 200, error: '' } }],
  ['a margin of error', { error: 0.05 }],
  ['a page number that is the last', { page: 2, pages: 2, meta: { page: 1, total_pages: 1 } }],
  ['a warning about something else', { warnings: ['The key expires in 10 days.'] }],
  ['a note on the data', { note: 'Partial month.', warnings: ['Incomplete coverage in the north.'] }],
  ['a note on the trim', { snapshot: { note: 'Extreme prices are left out.' } }],
])('%s does not say that rows are missing', (_, stated) => {
  expect(readStatedCut({ stats: [], ...stated }, 200)).toBeNull()
})

it('a body that is not an object does not say that rows are missing', () => {
  for (const body of [null, [], 'truncated', 3]) expect(readStatedCut(body, 0)).toBeNull()
})

it.each([{ status: 'error' }, { success: false }, { error: { code: 'upstream' } }, { errors: ['timeout'] }])(
  'a fault beside no rows says that the rows are missing: %j',
  (stated) => {
    expect(readStatedCut({ stats: [], ...stated }, 0)).toBe('part')
  },
)
