import { expect, it } from 'vitest'
import { Gone } from './gone.ts'
import { shareWork } from './shared-work.ts'

/** Work that lasts until it is told to end. */
function begin() {
  const seen = { ends: 0, abandoned: false }
  let finish: (result: string) => void = () => {}
  const shared = shareWork(
    (signal) => {
      signal.addEventListener('abort', () => {
        seen.abandoned = true
      })
      return new Promise<string>((resolve) => {
        finish = resolve
      })
    },
    () => {
      seen.ends++
    },
  )
  return { shared, seen, finish: () => finish('done') }
}

it('work is abandoned when all who waited have left, not before', async () => {
  const { shared, seen } = begin()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = shared.wait(one.signal)
  const second = shared.wait(other.signal)
  one.abort()
  await expect(first).rejects.toThrow(Gone)
  expect(seen).toEqual({ ends: 0, abandoned: false })
  other.abort()
  await expect(second).rejects.toThrow(Gone)
  expect(seen).toEqual({ ends: 1, abandoned: true })
})

it('work that somebody without a signal waits for runs to its end', async () => {
  const { shared, seen, finish } = begin()
  const leaving = new AbortController()
  const first = shared.wait(leaving.signal)
  const second = shared.wait(undefined)
  leaving.abort()
  await expect(first).rejects.toThrow(Gone)
  finish()
  await expect(second).resolves.toBe('done')
  expect(seen).toEqual({ ends: 1, abandoned: false })
})
