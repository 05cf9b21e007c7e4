import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleAt } from './cycle.ts'

describe('a cycle', () => {
  it('begins on the anchor day at midnight UTC', () => {
    expect(cycleAt(15, new Date('2026-03-15T00:00:00Z')).key).toBe('2026-03-15')
    expect(cycleAt(15, new Date('2026-03-14T23:59:59Z')).key).toBe('2026-02-15')
  })

  it('begins on the last day of a month without the anchor day', () => {
    expect(cycleAt(31, new Date('2026-02-28T12:00:00Z'))).toEqual({
      key: '2026-02-28',
      resetsAt: new Date('2026-03-31T00:00:00Z'),
    })
  })

  it('never ends for an account that is not anchored', () => {
    expect(cycleAt(null, new Date())).toEqual({ key: 'ever', resetsAt: null })
  })

  it('contains the given instant, and ends where the next cycle begins', () => {
    const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), instant, (anchorDay, now) => {
        const { key, resetsAt } = cycleAt(anchorDay, now)
        expect(Date.parse(key)).toBeLessThanOrEqual(now.getTime())
        if (!resetsAt) throw new Error('an anchored cycle ends')
        expect(now.getTime()).toBeLessThan(resetsAt.getTime())
        expect(cycleAt(anchorDay, resetsAt).key).toBe(resetsAt.toISOString().slice(0, 10))
      }),
    )
  })
})
