import { beforeEach, describe, expect, it } from 'vitest'
import { createPace, type Pace, type Turn } from './pace.ts'

const MINUTE = 60_000
const SOON = 200
let now: number
let pace: Pace

beforeEach(() => {
  now = 0
  pace = createPace({
    elapsed: () => now,
    clock: () => new Date('2026-11-21T10:00:00Z'),
    patience: { unstatedWait: 10_000, minute: MINUTE },
    stopping: new AbortController().signal,
  })
})

async function turn(): Promise<Turn> {
  const given = await pace.turn(0)
  return typeof given === 'number' ? expect.fail(`expected a turn, was told to wait ${given} ms`) : given
}

const answering = (by: Turn, status: number, headers: Record<string, string>) =>
  by.send(async () => ({ kind: 'answer', answer: { status, headers, body: new Uint8Array() } }))

async function answered(status: number, headers: Record<string, string> = {}): Promise<void> {
  await answering(await turn(), status, headers)
}

const left = (count: number) => ({ 'x-ratelimit-remaining': String(count) })

describe('after a 429', () => {
  it.each([
    ['seconds', { 'retry-after': '30' }, 30_000],
    ['a date', { 'retry-after': 'Sat, 21 Nov 2026 10:00:20 GMT' }, 20_000],
    ['the wait of a draft', { ratelimit: '"default";r=0;t=40' }, 40_000],
    ['no header', {}, 10_000],
  ])('with %s, waits as long as it asks', async (_, headers, wait) => {
    await answered(429, headers)
    expect(pace.wait()).toBe(wait)
    now = wait
    expect(pace.wait()).toBe(0)
  })

  it('is not shortened by an answer with a shorter wait', async () => {
    const [one, other] = [await turn(), await turn()]
    await answering(one, 429, { 'retry-after': '30' })
    await answering(other, 429, { 'retry-after': '1' })
    expect(pace.wait()).toBe(30_000)
  })
})

describe('before a 429', () => {
  it('waits for the next minute after the last request of this one', async () => {
    await answered(200, left(2))
    now = 20_000
    await answered(200, left(1))
    expect(pace.wait()).toBe(0)
    await answered(200, left(0))
    expect(pace.wait()).toBe(MINUTE - 20_000)
    expect(await pace.turn(SOON)).toBe(MINUTE - 20_000)
  })

  it('waits for a minute at most, whatever an answer without a refusal states', async () => {
    await answered(200, { ...left(0), 'x-ratelimit-reset': '3600', 'retry-after': '7200' })
    expect(pace.wait()).toBe(MINUTE)
    now = MINUTE
    await answered(429, { ...left(0), 'retry-after': '3600' })
    expect(pace.wait()).toBe(3_600_000)
  })

  it('counts a minute from the request that was the first to have more left', async () => {
    await answered(200, left(1))
    now = 50_000
    await answered(200, left(5))
    await answered(200, left(0))
    expect(pace.wait()).toBe(MINUTE)
  })

  it('sends no more at the same time than are left', async () => {
    await answered(200, left(2))
    const [one, other] = [await turn(), await turn()]
    expect(pace.wait()).toBeGreaterThan(0)
    other.leave()
    expect(pace.wait()).toBe(0)
    await answering(one, 200, left(1))
    await turn()
    expect(pace.wait()).toBeGreaterThan(0)
  })

  it('is not misled by an answer that is overtaken by a later one', async () => {
    await answered(200, left(3))
    const [one, other] = [await turn(), await turn()]
    let finish = () => {}
    const late = one.send(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { kind: 'answer', answer: { status: 200, headers: left(2), body: new Uint8Array() } }
    })
    await answering(other, 200, left(1))
    finish()
    await late
    await turn()
    expect(pace.wait()).toBeGreaterThan(0)
  })

  it('sends one request after the wait, and all others once it is answered', async () => {
    await answered(200, left(1))
    await answered(200, left(0))
    now = MINUTE
    const probe = await turn()
    expect(pace.wait()).toBeGreaterThan(0)
    await answering(probe, 200, left(9))
    expect(pace.wait()).toBe(0)
  })

  it('does not believe a service that always says that none is left', async () => {
    await answered(200, left(0))
    now = MINUTE
    await answered(200, left(0))
    expect(pace.wait()).toBe(0)
    await answered(200, left(0))
    expect(pace.wait()).toBe(0)
  })
})
