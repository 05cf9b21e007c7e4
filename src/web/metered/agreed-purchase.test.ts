import { expect, test } from 'vitest'
import { noteOutcome, tellTogether, useAgreedPurchase } from './agreed-purchase.ts'

test('what several requests of one agreement cost is told once, when the last is done, whether or not all succeed', async () => {
  const told: unknown[] = []
  const stop = useAgreedPurchase.subscribe(({ last }) => told.push(last))
  let endFirst = () => {}
  const first = new Promise<void>((resolve) => {
    endFirst = resolve
  })
  const both = Promise.allSettled([
    tellTogether(async () => {
      await first
      noteOutcome({ calls: 1, bought_cells: 343 })
    }),
    tellTogether(async () => noteOutcome({ calls: 2, bought_cells: 30 })),
    tellTogether(() => Promise.reject(new Error('the connection broke'))),
  ])
  await new Promise(setImmediate)
  expect(told, 'one of them is still running').toEqual([])
  endFirst()
  await both
  expect(told).toEqual([{ calls: 3, bought_cells: 373 }])
  noteOutcome({ calls: 0, bought_cells: 0 })
  noteOutcome({ calls: 1, bought_cells: 1 })
  expect(told.slice(1), 'nothing is told twice').toEqual([{ calls: 1, bought_cells: 1 }])
  stop()
})
