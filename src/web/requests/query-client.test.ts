import { environmentManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FailureCode, RequestError } from './http.ts'
import { growingPause, makeQueryClient, mayPass, retryFailed } from './query-client.ts'

// On a server, nothing is repeated.
environmentManager.setIsServer(() => false)

let client: QueryClient
let asked: number[] = []
let answer: () => unknown
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  client = makeQueryClient()
  asked = []
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failing =
  (code: FailureCode, retryAfterS: number | null = null) =>
  () => {
    throw new RequestError(code, 'No.', null, retryAfterS)
  }

/** Shows a query as something on the page does, from the start of the clock. */
function show() {
  const began = Date.now()
  const queryFn = async () => {
    asked.push(Date.now() - began)
    return answer()
  }
  const observer = new QueryObserver(client, { queryKey: ['thing'], queryFn })
  stop = observer.subscribe(() => {})
  return observer
}

test.each([
  'internal_error',
  'unreachable',
  'unreadable',
  'invalid_token',
  'subscription_inactive',
  'rate_limited',
  'not_found',
] as const)(
  'a query that fails with %s is right soon after the fault is over, without anybody doing anything',
  async (code) => {
    answer = failing(code)
    const observer = show()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(observer.getCurrentResult().isError || asked.length > 1).toBe(true)
    await vi.advanceTimersByTimeAsync(3_600_000)
    const pauses = asked.map((at, index) => at - (asked[index - 1] ?? 0))
    expect(Math.max(...pauses)).toBeGreaterThanOrEqual(60_000)
    expect(Math.max(...pauses), 'the longest pause and two attempts at once').toBeLessThan(65_000)
    answer = () => 'right'
    await vi.advanceTimersByTimeAsync(65_000)
    expect(observer.getCurrentResult().data).toBe('right')
    const before = asked.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked.length).toBe(before)
  },
)

test.each(['unknown_place', 'not_covered', 'invalid_parameter', 'resolution_not_in_plan'] as const)(
  'a query refused with %s is not tried again',
  async (code) => {
    answer = failing(code)
    show()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toEqual([0])
    expect(mayPass(new RequestError(code, 'No.', null, null))).toBe(false)
  },
)

test('a long Retry-After is shown at once, and obeyed', async () => {
  answer = failing('rate_limited', 40)
  const observer = show()
  await vi.advanceTimersByTimeAsync(1)
  expect(observer.getCurrentResult().isError).toBe(true)
  await vi.advanceTimersByTimeAsync(39_900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toHaveLength(2)
})

test('a Retry-After that no timer can hold is waited for an hour, and not taken for none', async () => {
  answer = failing('rate_limited', 30 * 86_400)
  show()
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toHaveLength(2)
})

test('an answer that did not come in time is shown as missing for long enough to read it, then asked for again', async () => {
  answer = () => {
    throw new RequestError('unreachable', 'No.', null, null, true)
  }
  const observer = show()
  await vi.advanceTimersByTimeAsync(1)
  expect(observer.getCurrentResult().isError).toBe(true)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(observer.getCurrentResult().isError).toBe(true)
  expect(asked).toEqual([0])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([0, 15_000])
})

test('without a network, a query is tried every quarter of a minute, and not several times at once', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answer = failing('unreachable')
  const observer = show()
  await vi.advanceTimersByTimeAsync(1)
  expect(observer.getCurrentResult().isError, 'it is said at once').toBe(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toEqual([0, 15_000, 30_000])
  answer = () => 'from this machine'
  await vi.advanceTimersByTimeAsync(15_000)
  expect(observer.getCurrentResult().data).toBe('from this machine')
})

test('a fault is repeated twice at once, before it is shown, and then with pauses; a fault of the page is not', async () => {
  answer = failing('internal_error')
  const observer = show()
  await vi.advanceTimersByTimeAsync(1_799)
  expect([observer.getCurrentResult().isError, asked]).toEqual([false, [0, 600]])
  await vi.advanceTimersByTimeAsync(2_001)
  expect(asked).toEqual([0, 600, 1_800, 3_800])
  stop()
  client.clear()
  asked = []
  answer = () => {
    throw new TypeError('undefined is not a function')
  }
  show()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(asked).toEqual([0])
})

test('the first pauses are short and grow', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(growingPause)).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map((s) => s * 1_000))
})

test('a viewer’s retry repeats what has failed at once, and nothing else', async () => {
  answer = failing('unreadable')
  const observer = show()
  const other = vi.fn(async () => 'fine')
  const stopOther = new QueryObserver(client, { queryKey: ['other'], queryFn: other }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1)
  answer = () => 'right'
  await retryFailed(client)
  expect(observer.getCurrentResult().data).toBe('right')
  expect(other).toHaveBeenCalledTimes(1)
  stopOther()
})
