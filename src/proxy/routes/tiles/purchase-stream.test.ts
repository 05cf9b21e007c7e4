import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PurchaseEvent } from '../../../contract/proxy-api.ts'
import type { Purchaser } from '../../buying/purchaser.ts'
import { streamEvents } from './purchase-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wanted = { name: {}, parents: [], around: [], viewer: {} } as unknown as Parameters<typeof streamEvents>[1]
const event = { type: 'no_listings', parent: '84394461ffffff' } as const satisfies PurchaseEvent

test('a purchase that takes long shows every ten seconds that it is under way, and its events stay whole lines', async () => {
  let say: (event: PurchaseEvent) => void = () => {}
  let end = () => {}
  const purchase: Purchaser['purchase'] = (_, onEvent) => {
    say = onEvent
    return new Promise<void>((resolve) => {
      end = resolve
    }) as ReturnType<Purchaser['purchase']>
  }
  const onEnd = vi.fn()
  const stream = streamEvents({ purchase }, wanted, { log: pino({ level: 'silent' }), onEnd })
  const text = new Response(stream).text()
  await vi.advanceTimersByTimeAsync(25_000)
  say(event)
  end()
  expect(await text).toBe(`\n\n${JSON.stringify(event)}\n`)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
