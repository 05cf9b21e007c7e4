import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { periodOptions } from '../free/period.ts'
import { makeQueryClient } from '../requests/query-client.ts'
import { meterOptions } from './meter.ts'

test.each([
  ['the meter', meterOptions],
  ['the period', periodOptions],
])('somebody who returns to the page sees %s as it is now', async (_, options) => {
  vi.useFakeTimers()
  // On a server, nothing is repeated.
  environmentManager.setIsServer(() => false)
  const document = { hidden: true }
  vi.stubGlobal('document', document)
  const asked = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', asked)
  const client = makeQueryClient()
  client.mount()
  client.setQueryData(options.queryKey, { as_of: null, next: null } as never)
  focusManager.setFocused(false)
  const stop = new QueryObserver(client, { ...options, refetchInterval: false } as never).subscribe(() => {})
  onTestFinished(() => {
    stop()
    client.unmount()
    client.clear()
    focusManager.setFocused(undefined)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(asked).not.toHaveBeenCalled()
  document.hidden = false
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveBeenCalledOnce()
})
