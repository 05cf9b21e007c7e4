import { expect, it } from 'vitest'
import type { Edition } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { readStatedMonths } from './stated-months.ts'

const NAME = { as_of: '2026-11-01', lens: 'default', resolution: 8 } as EditionName
const MONTHS = ['2026-07-01', '2026-09-01'] as AsOf[]

async function publishedWith(earliest_period: string | null, revisions: Record<string, string> | null) {
  const edition = { snapshot: { earliest_period } } as Edition
  const stated = await readStatedMonths(
    { ledger: { edition: async () => edition }, coverage: async () => ({ revisions }) as never },
    NAME,
  )
  return MONTHS.map(stated.isPublished)
}

it.each([
  ['a service that lists its months', null, { '2026-09-01': 'a' }, [false, true]],
  ['one that has published older months since', '2026-11-01', { '2026-07-01': 'a', '2026-09-01': 'b' }, [true, true]],
  ['one that only states how far back it goes', '2026-08-01', null, [false, null]],
  ['one that goes back to the first of them', '2026-07-01', null, [null, null]],
  ['one that states it in words', 'August 2026', null, [null, null]],
  ['one that states nothing', null, null, [null, null]],
])('the months of %s', async (_, earliest, revisions, published) => {
  expect(await publishedWith(earliest, revisions as Record<string, string> | null)).toEqual(published)
})
