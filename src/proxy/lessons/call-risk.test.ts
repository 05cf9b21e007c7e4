import { describe, expect, it } from 'vitest'
import { firstLessons, isListless } from './call-lessons.ts'
import { FORGOTTEN_AFTER, REFUSALS_MAX, riskOf, stakesOf, withRisk } from './call-risk.ts'
import { nextSizes } from './next-sizes.ts'

const START = new Date('2026-11-21T10:00:00Z')

describe('the probe of a process that was killed', () => {
  it('is forgotten after ten minutes, so that killed processes do not use up the refusals', () => {
    let lessons = firstLessons(START)
    const size = { kind: 'cells', resolution: 8, count: 343, bytes: 6_000, isFiltered: false } as const
    const wanted = { cells: 343, around: 0, isMoving: false, circle: 800, widest: 1_000_000, listedBy: () => 450 }
    for (let killed = 0; killed < REFUSALS_MAX; killed++) lessons = withRisk(lessons, 'counted', START)
    expect(nextSizes(lessons, size, wanted, START).cells).toBeLessThan(size.count)
    expect(riskOf(lessons, size, START)).toBeNull()
    const later = new Date(START.getTime() + FORGOTTEN_AFTER)
    expect(nextSizes(lessons, size, wanted, later).cells).toBeGreaterThanOrEqual(size.count)
    expect(riskOf(lessons, size, later)).toBe('counted')
    expect(withRisk(lessons, 'counted', later)).toMatchObject({ refusals: 0, underWay: [later.toISOString()] })
  })
})

it('lessons of a clock that was years ahead do not hold back the probes until then', () => {
  const lessons = { ...firstLessons(new Date('2036-01-01')), listless_at: '2036-01-01T00:00:00Z' }
  expect([stakesOf(lessons, START).isDue, isListless(lessons, START)]).toEqual([true, false])
})
