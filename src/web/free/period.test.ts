import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import {
  laterPeriod,
  offeredPeriod,
  pauseAfter,
  periodOptions,
  refreshFree,
  showNextPeriod,
  showPeriod,
} from './period.ts'

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

test('a period whose figures were dropped gives way to an earlier one or none, and is called withdrawn until it is back', () => {
  const shown = { as_of: NOVEMBER, next: null }
  const none = laterPeriod(shown, null, true)
  expect(none).toEqual({ as_of: null, next: null, withdrawn: NOVEMBER })
  const earlier = laterPeriod(none, OCTOBER)
  expect(earlier).toEqual({ as_of: OCTOBER, next: null, withdrawn: NOVEMBER })
  expect(laterPeriod(shown, OCTOBER, true)).toEqual(earlier)
  expect(laterPeriod(earlier, NOVEMBER)).toEqual({ as_of: OCTOBER, next: NOVEMBER })
  expect(laterPeriod(none, NOVEMBER)).toEqual({ as_of: NOVEMBER, next: null })
  expect(laterPeriod(shown, NOVEMBER, true), 'which was only published again').toEqual(shown)
  expect(laterPeriod({ ...shown, as_of: OCTOBER }, NOVEMBER, true), 'a newer one is only offered').toEqual({
    as_of: OCTOBER,
    next: NOVEMBER,
  })
})

test('the page leaves a period whose figures the service has withdrawn, and no other', async () => {
  let answer = {}
  vi.stubGlobal('fetch', async () => Response.json({ finest_resolution: null, ...answer }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  const shownAfter = async (as_of: AsOf | null, ledger: string) => {
    answer = { as_of, ledger }
    return client.fetchQuery({ ...periodOptions, staleTime: 0 })
  }
  expect(await shownAfter(NOVEMBER, 'first')).toMatchObject({ as_of: NOVEMBER, next: null })
  expect(await shownAfter(null, 'first'), 'what is held stays').toMatchObject({ as_of: NOVEMBER })
  expect(await shownAfter(NOVEMBER, 'published again')).toMatchObject({ as_of: NOVEMBER, next: null })
  expect(await shownAfter(OCTOBER, 'withdrawn')).toMatchObject({ as_of: OCTOBER, next: null, withdrawn: NOVEMBER })
  expect(await shownAfter(OCTOBER, 'withdrawn')).toMatchObject({ as_of: OCTOBER, withdrawn: NOVEMBER })
  const back = await shownAfter(NOVEMBER, 'withdrawn')
  expect(back).toMatchObject({ as_of: OCTOBER, next: NOVEMBER })
  expect(back.withdrawn).toBeUndefined()
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

test('while a period is looked for, the page asks soon, then less often, and soon again when another is looked for', async () => {
  let answer = {}
  vi.stubGlobal('fetch', async () => Response.json({ ledger: 'one', finest_resolution: null, ...answer }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  const pauses: number[] = []
  const ask = async (next: object) => {
    answer = next
    pauses.push(pauseAfter(await client.fetchQuery({ ...periodOptions, staleTime: 0 })))
  }
  for (let i = 0; i < 5; i++) await ask({ as_of: null, is_looked_for: true })
  expect(pauses).toEqual([2_000, 4_000, 8_000, 10_000, 10_000])
  await ask({ as_of: null })
  await ask({ as_of: null, is_looked_for: true })
  expect(pauses.slice(-2)).toEqual([10_000, 2_000])
})
