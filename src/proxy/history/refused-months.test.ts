import { describe, expect, it } from 'vitest'
import { type AsOf, addMonths, asOfRange } from '../../domain/period.ts'
import { NO_MONTHS_KNOWN, openMonths, withRefusedFrom, withSold } from './refused-months.ts'

const NEWEST = '2026-11-01' as AsOf
const NOW = new Date('2026-11-21T10:00:00Z')
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const ago = (months: number) => addMonths(NEWEST, -months)
const ALL = asOfRange(ago(24), ago(1))

/** Buys what is open, as often as it brings something or teaches something; the plan sells months from `oldest` on. */
function visit(oldest: AsOf | null, missing: readonly AsOf[], now: (nth: number) => Date = () => NOW) {
  let known = NO_MONTHS_KNOWN
  let left = [...missing]
  const calls = { sold: 0, refused: 0 }
  for (let nth = 0; nth < 40; nth++) {
    const open = openMonths(known, left, NEWEST, now(nth))
    const [from] = open
    if (from === undefined) break
    if (oldest !== null && from >= oldest) {
      known = withSold(known, from, now(nth))
      left = left.filter((month) => !open.includes(month))
      calls.sold++
      continue
    }
    calls.refused++
    const refused = withRefusedFrom(known, from, NEWEST, now(nth))
    known = refused.known
    if (refused.isAboutAll) break
  }
  return { ...calls, left: left.length }
}

describe('months that are refused', () => {
  it.each([
    ['a year', 12, { sold: 1, refused: 3, left: 12 }],
    ['half a year', 6, { sold: 1, refused: 3, left: 18 }],
    ['twenty months', 20, { sold: 4, refused: 2, left: 4 }],
    ['all months', 24, { sold: 1, refused: 0, left: 0 }],
  ])('leave later ones to a plan of %s', (_, months, wanted) => {
    expect(visit(ago(months), ALL)).toEqual(wanted)
  })

  it('are all of them after three refused calls, or after one for the newest', () => {
    expect(visit(null, ALL)).toEqual({ sold: 0, refused: 3, left: 24 })
    expect(withRefusedFrom(NO_MONTHS_KNOWN, ago(1), NEWEST, NOW).isAboutAll).toBe(true)
  })

  it('do not stop the next month, when one is asked for at a time', () => {
    const { known } = withRefusedFrom(NO_MONTHS_KNOWN, ago(24), NEWEST, NOW)
    expect(openMonths(known, [ago(24)], NEWEST, NOW)).toEqual([])
    expect(openMonths(known, [ago(23)], NEWEST, NOW)).toEqual([ago(23)])
    expect(openMonths(known, [ago(23), NEWEST], NEWEST, NOW)).toEqual([ago(23), NEWEST])
    expect(openMonths(known, [NEWEST], NEWEST, NOW), 'no history').toEqual([])
  })

  it('are asked for again after ten minutes, then after a day, and at once when one was sold', () => {
    const first = withRefusedFrom(NO_MONTHS_KNOWN, ago(12), NEWEST, NOW).known
    expect(openMonths(first, [ago(12)], NEWEST, minutesLater(9))).toEqual([])
    expect(openMonths(first, [ago(12)], NEWEST, minutesLater(10))).toEqual([ago(12)])
    const second = withRefusedFrom(first, ago(12), NEWEST, minutesLater(10)).known
    expect(openMonths(second, [ago(12)], NEWEST, minutesLater(1_440))).toEqual([])
    expect(openMonths(second, [ago(12)], NEWEST, minutesLater(1_451))).toEqual([ago(12)])
    expect(openMonths(withSold(second, ago(12), NOW), [ago(13)], NEWEST, NOW)).toEqual([ago(13)])
  })

  it('are none where as new a month was sold lately: the refusal is about something else', () => {
    const sold = withSold(NO_MONTHS_KNOWN, ago(12), NOW)
    expect(withRefusedFrom(sold, ago(6), NEWEST, NOW)).toEqual({ known: sold, isAboutAll: false })
    expect(withRefusedFrom(sold, ago(6), NEWEST, minutesLater(1_441)).known).toMatchObject({ refused: ago(6) })
  })
})
