import { describe, expect, it } from 'vitest'
import { firstLessons } from './call-lessons.ts'
import { learnFrom } from './learn-from.ts'
import { nextSizes, type Wanted } from './next-sizes.ts'

const START = new Date('2026-11-21T10:00:00Z')

describe('the next size of a circle', () => {
  it('is never more than the widest circle holds, and is tried sooner where the viewer is moving', () => {
    const accepted = { kind: 'circles', resolution: 5, count: 2_900, bytes: 200, isFiltered: false } as const
    const lessons = learnFrom(firstLessons(START), accepted, 'none', { kind: 'accepted', isStyleProven: false }, START)
    const still = { cells: 343, around: 12_000, isMoving: false, circle: 800, widest: 100_000, listedBy: () => 450 }
    const largest = (wanted: Partial<Wanted>) => nextSizes(lessons, accepted, { ...still, ...wanted }, START).circles
    expect(largest({})).toBe(2_900)
    expect(largest({ isMoving: true })).toBe(10_000)
    expect(largest({ isMoving: true, widest: 3_100 })).toBe(2_900)
  })
})

describe('the next length of a list', () => {
  it('lies between the accepted and the refused one where that saves lists', () => {
    const list = { kind: 'cells', resolution: 8, count: 120, bytes: 2_000, isFiltered: false } as const
    const accepted = learnFrom(firstLessons(START), list, 'none', { kind: 'accepted', isStyleProven: true }, START)
    const tooLong = { kind: 'too_long', bytes: 4_000, isDoubted: true } as const
    const lessons = learnFrom(accepted, { ...list, count: 240, bytes: 4_000 }, 'none', tooLong, START)
    const listedBy = (bytes: number) => Math.floor(bytes / 17)
    const bytesFor = (cells: number) =>
      nextSizes(lessons, list, { cells, around: 0, isMoving: false, circle: 2_000, widest: 100_000, listedBy }, START)
        .bytes
    expect([bytesFor(343), bytesFor(3_430)]).toEqual([2_000, 2_828])
  })
})
