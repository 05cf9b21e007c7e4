import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  borrowLimit,
  isProven,
  type LearnedLimit,
  NOTHING_LEARNED,
  nextSize,
  noteAccepted,
  noteRefused,
} from './learned-limit.ts'

const BEGINNING = { start: 343, floor: 50 }
const PLENTY = { left: 9, isDue: false }
const known = (accepted: number, refused: number | null = null): LearnedLimit => ({
  ...NOTHING_LEARNED,
  accepted,
  refused,
})
const next = (limit: LearnedLimit, stakes = PLENTY, lent = NOTHING_LEARNED) => nextSize(limit, lent, BEGINNING, stakes)

function learn(truth: number, { names = false, wanted = 1_000_000 } = {}) {
  let limit = NOTHING_LEARNED
  let refusals = 0
  for (let i = 0; i < 60; i++) {
    const size = Math.min(wanted, next(limit))
    if (size > truth) refusals++
    const before = limit
    limit = size > truth ? noteRefused(limit, size, names ? truth : null) : noteAccepted(limit, size)
    if (before === limit) return { limit, refusals, size }
  }
  throw new Error('it went on learning')
}

describe('learning a limit that the service does not state', () => {
  it('comes within an eighth of it after at most six refusals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 100_000 }), (truth) => {
        const { refusals, size } = learn(truth)
        expect(refusals).toBeLessThanOrEqual(6)
        expect(size).toBeLessThanOrEqual(truth)
        expect(size).toBeGreaterThanOrEqual(truth / 1.126 - 1)
      }),
    )
  })

  it('takes one refusal where the service names it', () => {
    expect(learn(4_321, { names: true })).toMatchObject({ refusals: 1, size: 4_321 })
  })

  it('finds even a limit of one', () => {
    expect(learn(1, { wanted: 1_000 }).size).toBe(1)
  })

  it('asks for no more than before once nothing was refused and nothing more is wanted', () => {
    expect(learn(100_000, { wanted: 500 })).toMatchObject({ refusals: 0, size: 500 })
  })

  it('stops short of what may be refused, the less important first, when few refusals are left', () => {
    expect([3, 2].map((left) => next(known(1_000, 1_900), { left, isDue: false }))).toEqual([1_450, 1_000])
    expect([2, 1].map((left) => next(known(1_000), { left, isDue: false }))).toEqual([2_000, 1_000])
    expect([1, 0].map((left) => next(NOTHING_LEARNED, { left, isDue: false }))).toEqual([343, 50])
    expect([1, 0].map((left) => next(NOTHING_LEARNED, { left, isDue: false }, known(900)))).toEqual([900, 50])
  })

  it('tries a month later whether the limit has grown', () => {
    expect(next(known(1_000, 1_001), { left: 0, isDue: true })).toBe(2_000)
    expect(noteAccepted(known(1_000, 1_001), 2_000)).toEqual(known(2_000))
  })

  it('notices that a limit shrank, and halves until it is taken again, whatever may still be risked', () => {
    const shrunk = noteRefused(known(4_000, 4_400), 3_000)
    expect(next(shrunk, { left: 0, isDue: false })).toBe(1_500)
    expect(isProven(shrunk, 1_500, 50)).toBe(false)
    expect(next(noteAccepted(shrunk, 1_500), { left: 0, isDue: false })).toBe(1_500)
  })

  it('forgets a refusal that a larger size contradicts', () => {
    expect(noteAccepted(known(100, 400), 500)).toEqual(known(500))
  })

  it('takes from another resolution what its own experience does not contradict', () => {
    const other = known(900, 1_000)
    expect(next(NOTHING_LEARNED, PLENTY, other)).toBe(900)
    const named = noteRefused(known(343), 1_372, 800)
    expect(next(known(100), PLENTY, named)).toBe(800)
    expect(next(known(800), PLENTY, named)).toBe(800)
    expect(borrowLimit(known(100, 200), other)).toEqual(known(100, 200))
    expect(borrowLimit(known(2_000), other)).toEqual(known(2_000))
  })
})
