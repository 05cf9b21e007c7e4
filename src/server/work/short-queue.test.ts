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
const ONE = { client: 'one' }
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs a few at once, lets a few wait, and refuses the rest with a time to retry', async () => {
  let now = 0
  const queue = createShortQueue({ atOnce: 1, waiting: 1, elapsed: () => now })
  const { begun, work, end } = openWork()
  const first = queue.run(work('first'), ONE)
  const second = queue.run(work('second'), ONE)
  await expect(queue.run(work('third'), ONE)).rejects.toThrow(Overloaded)
  expect(begun).toEqual(['first'])
  now = 8_000
  end('first')
  await expect(first).resolves.toBe('first')
  await settled()
  const waiting = queue.run(work('fourth'), ONE)
  const refused = await queue.run(work('fifth'), ONE).catch((error: unknown) => error)
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
  const first = queue.run(work('first'), ONE)
  const leaving = new AbortController()
  const left = queue.run(work('left'), { ...ONE, signal: leaving.signal })
  leaving.abort('a mere text')
  await expect(left).rejects.toThrow(Gone)
  const next = queue.run(work('next'), ONE)
  end('first')
  await first
  await settled()
  end('next')
  await next
  expect(begun).toEqual(['first', 'next'])
  await expect(queue.run(work('late'), { ...ONE, signal: leaving.signal })).rejects.toThrow(Gone)
})

it('continues after work that fails', async () => {
  const queue = createShortQueue({ atOnce: 1, waiting: 0, elapsed: () => 0 })
  await expect(queue.run(() => Promise.reject(new Error('broken')), ONE)).rejects.toThrow('broken')
  await expect(queue.run(async () => 'fine', ONE)).resolves.toBe('fine')
})

it('lets in the clients with the least under way first', async () => {
  const queue = createShortQueue({ atOnce: 1, waiting: 4, elapsed: () => 0 })
  const { begun, work, end } = openWork()
  const greedy = ['a', 'b', 'c'].map((name) => queue.run(work(name), { client: 'greedy' }))
  const modest = queue.run(work('modest'), { client: 'modest' })
  for (const name of ['a', 'modest', 'b', 'c']) {
    expect(begun.at(-1)).toBe(name)
    end(name)
    await settled()
  }
  await Promise.all([...greedy, modest])
})

it('takes a place from the client with the most when none is left', async () => {
  const queue = createShortQueue({ atOnce: 1, waiting: 3, elapsed: () => 0 })
  const { begun, work, end } = openWork()
  const greedy = ['a', 'b', 'c', 'd'].map((name) => queue.run(work(name), { client: 'greedy' }))
  const modest = queue.run(work('modest'), { client: 'modest' })
  await expect(greedy[3]).rejects.toThrow(Overloaded)
  // Two of three places are one more than a newcomer has, so nobody gives one up.
  const second = queue.run(work('second'), { client: 'modest' }).catch((error: unknown) => error)
  expect(await second).toBeInstanceOf(Overloaded)
  for (const name of ['a', 'modest', 'b', 'c']) {
    end(name)
    await settled()
  }
  await Promise.all([...greedy.slice(0, 3), modest])
  expect(begun).toEqual(['a', 'modest', 'b', 'c'])
})

it('keeps a place free of a client that has its share', async () => {
  const queue = createShortQueue({ atOnce: 2, perClient: 1, waiting: 4, elapsed: () => 0 })
  const { begun, work, end } = openWork()
  const greedy = ['a', 'b', 'c'].map((name) => queue.run(work(name), { client: 'greedy' }))
  const modest = queue.run(work('modest'), { client: 'modest' })
  expect(begun).toEqual(['a', 'modest'])
  end('modest')
  await modest
  expect(begun).toEqual(['a', 'modest'])
  for (const name of ['a', 'b', 'c']) {
    expect(begun.at(-1)).toBe(name === 'a' ? 'modest' : name)
    end(name)
    await settled()
  }
  await Promise.all(greedy)
})

it('counts clients of one group as one, so that another client finds room', async () => {
  const groupOf = (client: string) => (client.startsWith('here') ? 'here' : null)
  const queue = createShortQueue({ atOnce: 1, waiting: 2, groupOf, elapsed: () => 0 })
  const { begun, work, end } = openWork()
  const running = queue.run(work('running'), { client: 'here 1' })
  const next = queue.run(work('next'), { client: 'here 2' })
  const last = queue.run(work('last'), { client: 'here 3' })
  const other = queue.run(work('other'), { client: 'there' })
  await expect(last).rejects.toThrow(Overloaded)
  end('running')
  await expect(running).resolves.toBe('running')
  await settled()
  expect(begun).toEqual(['running', 'other'])
  end('other')
  await expect(other).resolves.toBe('other')
  await settled()
  end('next')
  await expect(next).resolves.toBe('next')
})
