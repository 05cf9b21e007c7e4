import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { parseAsOf } from '../../domain/period.ts'
import { laterPeriod, offeredPeriod, periodOptions, refreshFree, showNextPeriod, showPeriod } from './period.ts'

const [OCTOBER, NOVEMBER] = [parseAsOf('2026-11-01'), parseAsOf('2026-12-01')]
if (!OCTOBER || !NOVEMBER) throw new Error('2026-11-01 and 2026-12-01 are periods')

test('a newer period is noted, and shown only on request', () => {
  const client = new QueryClient()
  expect(showNextPeriod(client)).toBe(false)
  showPeriod(client, OCTOBER)
  expect(showNextPeriod(client)).toBe(false)
  client.setQueryData(periodOptions.queryKey, (shown) => laterPeriod(shown, NOVEMBER))
  expect(client.getQueryData(periodOptions.queryKey)).toEqual({ as_of: OCTOBER, next: NOVEMBER })
  expect(showNextPeriod(client)).toBe(true)
  expect(client.getQueryData(periodOptions.queryKey)).toEqual({ as_of: NOVEMBER, next: null })
})

test('the first period is shown at once, and stays when the service no longer serves it', () => {
  expect(laterPeriod(undefined, OCTOBER)).toEqual({ as_of: OCTOBER, next: null })
  expect(laterPeriod({ as_of: null, next: null }, OCTOBER)).toEqual({ as_of: OCTOBER, next: null })
  expect(laterPeriod({ as_of: OCTOBER, next: NOVEMBER }, OCTOBER)).toEqual({ as_of: OCTOBER, next: null })
  expect(laterPeriod({ as_of: OCTOBER, next: null }, null)).toEqual({ as_of: OCTOBER, next: null })
})

test('a newer period is offered, unless nobody named it, or a purchase in it brought an earlier one', () => {
  const client = new QueryClient()
  const shown = () => client.getQueryData(periodOptions.queryKey) ?? expect.fail()
  const news = { as_of: OCTOBER, next: NOVEMBER }
  expect(offeredPeriod(news)).toBe(NOVEMBER)
  expect(offeredPeriod({ ...news, isPresumed: true })).toBeNull()
  showPeriod(client, NOVEMBER)
  showPeriod(client, OCTOBER)
  client.setQueryData(periodOptions.queryKey, { ...shown(), next: NOVEMBER })
  expect(offeredPeriod(shown())).toBeNull()
})

test('when the service publishes another month, what is known of earlier ones is asked for again, and figures are not', async () => {
  const client = new QueryClient()
  const ofEarlier = [
    ['earlier', 'edition', ['parents'], ['periods']],
    ['history', 'edition', 'area', 'median_price'],
  ]
  const bought = ['held-area', 'edition', 'area', 'ledger']
  for (const key of [...ofEarlier, bought]) client.setQueryData(key, { calls: 0 })
  await refreshFree(client)
  const isAskedAgain = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect([...ofEarlier, bought].map(isAskedAgain)).toEqual([true, true, false])
})
