import { expect, it } from 'vitest'
import { Gone } from './gone.ts'
import { asClient, inTurns, nextTurn } from './turns.ts'

it('gives one turn in each iteration of the event loop, in the order of asking', async () => {
  let iteration = 0
  let isCounting = true
  const count = () => {
    iteration++
    if (isCounting) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(
    [1, 2, 3, 4, 5].map(async (name) => {
      await nextTurn()
      return { name, iteration }
    }),
  )
  isCounting = false
  expect(turns.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(turns.map((turn) => turn.iteration)).size).toBe(5)
})

it('gives turns to clients one after the other, however much one of them has begun', async () => {
  const order: string[] = []
  const work = (client: string, turns: number) =>
    asClient(client, async () => {
      for (let turn = 1; turn <= turns; turn++) {
        await nextTurn()
        order.push(`${client}${turn}`)
      }
    })
  await Promise.all([work('a', 1), work('a', 1), work('a', 1), work('b', 3)])
  expect(order).toEqual(['a1', 'b1', 'a1', 'b2', 'a1', 'b3'])
})

it('runs the steps of a generator until nobody wants its result any more', async () => {
  const leaving = new AbortController()
  const begun: number[] = []
  function* steps(): Generator<void, string> {
    for (let step = 1; step <= 5; step++) {
      begun.push(step)
      if (step === 3) leaving.abort()
      yield
    }
    return 'whole'
  }
  await expect(inTurns(steps())).resolves.toBe('whole')
  expect(begun).toEqual([1, 2, 3, 4, 5])
  begun.length = 0
  await expect(inTurns(steps(), new AbortController().signal)).resolves.toBe('whole')
  await expect(inTurns(steps(), leaving.signal)).rejects.toThrow(Gone)
})
