import { afterEach, expect, test, vi } from 'vitest'
import { later, loadAhead } from './later.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('parts are fetched ahead one after the other, and wait for the network where there is none', async () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', { onLine: false })
  const fetched: string[] = []
  for (const name of ['first', 'second'])
    later(async () => {
      fetched.push(name)
      return () => null
    })
  loadAhead()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toEqual([])
  vi.stubGlobal('navigator', { onLine: true })
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toEqual(['first', 'second'])
})
