import { describe, expect, it } from 'vitest'
import type { HistoryPeriod } from '../../contract/history.ts'
import { changeOf, historyPoints } from './history-points.ts'

function period(as_of: string, observed: number[], estimated: number[] = []): HistoryPeriod {
  const edition = { as_of } as HistoryPeriod['edition']
  return { edition, observed, estimated }
}
const same = (value: number) => value

describe('a period of a history', () => {
  it('has the middle of its cells, estimated ones included, and none without figures', () => {
    const [full, bare] = historyPoints([period('2026-10-01', [1, 3], [8]), period('2026-11-01', [])], (v) => 10 * v)
    expect([full?.spread?.middle, full?.isEstimated]).toEqual([30, false])
    expect([bare?.spread, bare?.isEstimated]).toEqual([null, false])
    expect(historyPoints([period('2026-11-01', [], [2])], same)[0]?.isEstimated).toBe(true)
  })
})

describe('the change', () => {
  const months = [period('2025-11-01', [100]), period('2025-12-01', [300]), period('2026-11-01', [110])]

  it('is since the same month a year before', () => {
    const change = changeOf(historyPoints([period('2025-10-01', [50]), ...months], same))
    expect(change?.since.as_of).toBe('2025-11-01')
    expect(change?.percent).toBeCloseTo(10)
  })

  it('is since the oldest figure where that month has none', () => {
    expect(changeOf(historyPoints(months.slice(1), same))?.since.as_of).toBe('2025-12-01')
    expect(changeOf(historyPoints([period('2025-11-01', []), ...months.slice(1)], same))?.since.as_of).toBe(
      '2025-12-01',
    )
  })

  it('ends with the newest figure, and is an estimate where one of the two is', () => {
    const later = period('2026-12-01', [])
    expect(changeOf(historyPoints([...months, later], same))).toMatchObject({
      until: { as_of: '2026-11-01' },
      isEstimate: false,
    })
    const pooled = period('2025-11-01', [], [100])
    expect(changeOf(historyPoints([pooled, ...months.slice(1)], same))?.isEstimate).toBe(true)
  })

  it('needs two periods with figures', () => {
    expect(changeOf(historyPoints([period('2026-11-01', [1])], same))).toBeNull()
    expect(changeOf([])).toBeNull()
  })
})
