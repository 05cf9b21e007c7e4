import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchWithin } from './fetch-within.ts'

test('a query gets what it waits for although nothing shows that any more', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let asked = 0
  const inner = {
    queryKey: ['inner'],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      asked++
      return new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        if (asked > 1) resolve('markets')
      })
    },
  }
  const leave = new QueryObserver(client, inner).subscribe(() => undefined)
  const outer = new QueryObserver(client, {
    queryKey: ['outer'],
    queryFn: () => fetchWithin(client, inner),
  })
  const stop = outer.subscribe(() => undefined)
  await expect.poll(() => asked).toBe(1)
  leave()
  await expect.poll(() => outer.getCurrentResult().data).toBe('markets')
  stop()
})
