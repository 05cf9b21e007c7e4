import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  borrowLimit,
  type LearnedLimit,
  NOTHING_LEARNED,
  nextSize,
  noteAccepted,
  noteRefused,
} from './learned-limit.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const PLENTY = { left: 9, isDue: false }
const NONE = { left: 0, isDue: false }
const known = (accepted: number, refused: number | null = null): LearnedLimit => ({
  ...NOTHING_LEARNED,
  accepted,
  refused,
})
const callsFor = (wanted: number) => (size: number) => 2 * Math.ceil(wanted / size)
const next = (limit: LearnedLimit, stakes = PLENTY, lent = NOTHING_LEARNED, wanted = 100_000) =>
  nextSize(limit, lent, callsFor(wanted), stakes)

function learn(truth: number, { names = false, wanted = 1_000_000 } = {}) {
  let limit = NOTHING_LEARNED
  let refusals = 0
  for (let i = 0; i < 60; i++) {
    const size = Math.min(wanted, next(limit, PLENTY, NOTHING_LEARNED, wanted))
    if (size > truth) refusals++
    const before = limit
    limit = size > truth ? noteRefused(limit, size, names ? truth : null, NOW) : noteAccepted(limit, size)
    if (before === limit) return { limit, refusals, size }
  }
  throw new Error('it went on learning')
}

describe('learning a limit that the service does not state', () => {
  it('comes to the round number below it where very much is wanted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 100_000 }), (truth) => {
        const { refusals, size } = learn(truth)
        expect(refusals).toBeLessThanOrEqual(8)
        expect(size).toBeLessThanOrEqual(truth)
        expect(size).toBeGreaterThanOrEqual(truth / 1.34 - 1)
      }),
    )
  })

  it('takes one refusal where the service names it', () => {
    expect(learn(4_321, { names: true, wanted: 20_000 })).toMatchObject({ refusals: 1, size: 4_321 })
  })

  it('finds even a limit of one', () => {
    expect(learn(1, { wanted: 1_000 }).size).toBe(1)
  })

  it('asks for no more than before once nothing was refused and nothing more is wanted', () => {
    expect(next(known(500), PLENTY, NOTHING_LEARNED, 500)).toBe(500)
  })

  it('risks nothing with no refusal left, and goes on downward where nothing was accepted yet', () => {
    expect(next(known(1_000, 1_900), NONE)).toBe(1_000)
    expect(next(known(1_000), NONE)).toBe(1_000)
    expect(next(NOTHING_LEARNED, NONE)).toBe(30)
    expect([30, 7, 2].map((refused) => next(known(0, refused), NONE))).toEqual([7, 1, 1])
  })

  it('asks for what was accepted elsewhere whatever may still be risked', () => {
    expect(next(NOTHING_LEARNED, NONE, known(900))).toBe(900)
    expect(next(known(50), NONE, known(900))).toBe(900)
    expect(next(known(0, 600), NONE, known(900))).toBe(30)
  })

  it('tries a month later whether the limit has grown', () => {
    expect(next(known(1_000, 1_001), { left: 0, isDue: true })).toBe(2_000)
    expect(noteAccepted(known(1_000, 1_001), 2_000)).toEqual(known(2_000))
  })

  it('is looked for between few accepted and few refused cells before it is for more', () => {
    const probed = (accepted: number, refused: number) => next(known(accepted, refused), { left: 0, isDue: true })
    expect([probed(6, 25), probed(6, 12), probed(9, 12), probed(10, 11)]).toEqual([12, 9, 11, 20])
    expect(probed(3_000, 5_000)).toBe(6_000)
  })

  it('notices that a limit shrank, and halves until it is taken again, whatever may still be risked', () => {
    const shrunk = noteRefused(known(4_000, 4_400), 3_000, null, NOW)
    expect(next(shrunk, NONE)).toBe(1_500)
    expect(next(noteAccepted(shrunk, 1_500), NONE)).toBe(1_500)
  })

  it('forgets a refusal that a larger size contradicts', () => {
    expect(noteAccepted(known(100, 400), 500)).toEqual(known(500))
  })

  it('takes from another resolution what its own experience does not contradict', () => {
    const other = known(900, 1_000)
    expect(next(NOTHING_LEARNED, PLENTY, other, 900)).toBe(900)
    const named = noteRefused(known(343), 1_372, 800, NOW)
    expect(next(known(100), PLENTY, named)).toBe(800)
    expect(next(known(800), PLENTY, named)).toBe(800)
    expect(borrowLimit(known(100, 200), other)).toEqual(known(100, 200))
    expect(borrowLimit(known(2_000), other)).toEqual(known(2_000))
    expect(borrowLimit(known(0, 3_000), known(0, 1_000))).toEqual(known(0, 1_000))
  })

  it('knows a limit exactly once it was named for one kind of call and accepted for another', () => {
    const named = noteRefused(NOTHING_LEARNED, 2_801, 1_000, NOW)
    expect(borrowLimit(known(1_000), named)).toEqual(known(1_000, 1_001))
  })
})
