import { expect, it } from 'vitest'
import { createFairLimit } from './fair-limit.ts'

/** Work that lasts until it is told to end, of clients named by the first letter. */
function openWork(atOnce: number) {
  const limit = createFairLimit(atOnce)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (name: string) =>
    limit(name.charAt(0), () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
      )
    })
  return { begun, run, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('lets clients take turns, however much each has waiting', async () => {
  const { begun, run, end } = openWork(2)
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map(run)
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  for (let ended = 0; ended < all.length; ended++) {
    end(begun[ended] ?? '')
    await settled()
  }
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'])
})

it('goes on after work that fails, and never does more at once', async () => {
  const { begun, run, end } = openWork(1)
  const first = run('a1')
  const second = run('a2')
  end('a1', new Error('no'))
  await expect(first).rejects.toThrow('no')
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  const third = run('b1')
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  end('a2')
  await second
  await settled()
  end('b1')
  await third
  const fourth = run('a3')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  end('a3')
  expect(await fourth).toBe('a3')
})
