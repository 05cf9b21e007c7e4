import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { borrowLimit, isProven, NOTHING_LEARNED, nextSize, noteAccepted, noteRefused } from './learned-limit.ts'

function learn(truth: number, wanted: number, start = 343) {
  let limit = NOTHING_LEARNED
  let refusals = 0
  for (let i = 0; i < 60; i++) {
    const size = Math.min(wanted, nextSize(limit, start))
    if (size > truth) refusals++
    const before = limit
    limit = size > truth ? noteRefused(limit, size) : noteAccepted(limit, size)
    if (before === limit) return { limit, refusals, size }
  }
  throw new Error('it went on learning')
}

describe('learning a limit that the service does not state', () => {
  it('comes within an eighth of it after at most six refusals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 100_000 }), (truth) => {
        const { refusals, size } = learn(truth, 1_000_000)
        expect(refusals).toBeLessThanOrEqual(6)
        expect(size).toBeLessThanOrEqual(truth)
        expect(size).toBeGreaterThanOrEqual(truth / 1.126 - 1)
      }),
    )
  })

  it('finds even a limit of one', () => {
    expect(learn(1, 1_000).size).toBe(1)
  })

  it('asks for no more than before once nothing was refused and nothing more is wanted', () => {
    expect(learn(100_000, 500)).toMatchObject({ refusals: 0, size: 500 })
  })

  it('notices that a limit shrank', () => {
    const shrunk = noteRefused({ accepted: 4_000, refused: 4_400 }, 3_000)
    expect(nextSize(shrunk, 343)).toBe(1_500)
    expect(isProven(shrunk, 1_500)).toBe(false)
  })

  it('forgets a refusal that a larger size contradicts', () => {
    expect(noteAccepted({ accepted: 100, refused: 400 }, 500)).toEqual({ accepted: 500, refused: null })
  })

  it('takes from another resolution what its own experience does not contradict', () => {
    const other = { accepted: 900, refused: 1_000 }
    expect(nextSize(borrowLimit(NOTHING_LEARNED, other), 343)).toBe(900)
    expect(borrowLimit({ accepted: 100, refused: 200 }, other)).toEqual({ accepted: 100, refused: 200 })
    expect(borrowLimit({ accepted: 2_000, refused: null }, other)).toEqual({ accepted: 2_000, refused: null })
  })
})
