import { expect, it } from 'vitest'
import { Gone } from './gone.ts'
import { createShortQueue, Overloaded } from './short-queue.ts'

/** Work that lasts until it is told to end. */
function openWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('does so much at once, lets so much wait, and refuses the rest with a time', async () => {
  let now = 0
  const queue = createShortQueue({ atOnce: 1, waiting: 1, elapsed: () => now })
  const { begun, work, end } = openWork()
  const first = queue.run(work('first'))
  const second = queue.run(work('second'))
  await expect(queue.run(work('third'))).rejects.toThrow(Overloaded)
  expect(begun).toEqual(['first'])
  now = 8_000
  end('first')
  await expect(first).resolves.toBe('first')
  await settled()
  const waiting = queue.run(work('fourth'))
  const refused = await queue.run(work('fifth')).catch((error: unknown) => error)
  expect(refused).toMatchObject({ retryAfter: 4 })
  end('second')
  await second
  await settled()
  end('fourth')
  await waiting
  expect(begun).toEqual(['first', 'second', 'fourth'])
})

it('drops work that nobody waits for any more, and gives its place to others', async () => {
  const queue = createShortQueue({ atOnce: 1, waiting: 1, elapsed: () => 0 })
  const { begun, work, end } = openWork()
  const first = queue.run(work('first'))
  const leaving = new AbortController()
  const left = queue.run(work('left'), leaving.signal)
  leaving.abort('a mere text')
  await expect(left).rejects.toThrow(Gone)
  const next = queue.run(work('next'))
  end('first')
  await first
  await settled()
  end('next')
  await next
  expect(begun).toEqual(['first', 'next'])
  await expect(queue.run(work('late'), leaving.signal)).rejects.toThrow(Gone)
})

it('goes on after work that fails', async () => {
  const queue = createShortQueue({ atOnce: 1, waiting: 0, elapsed: () => 0 })
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue.run(async () => 'fine')).resolves.toBe('fine')
})
