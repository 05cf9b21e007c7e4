import { describe, expect, it } from 'vitest'
import type { AsOf } from '../../domain/period.ts'
import { createPeriodPool, type PeriodFolder } from './period-pool.ts'

const folder = (as_of: string, version = '1'): PeriodFolder => ({ dir: as_of, as_of: as_of as AsOf, version })

/** A pool of periods that count how often they are closed. */
const poolOf = (most: number) =>
  createPeriodPool((_dir, _label, version) => ({ version, closed: 0, close: closeOnce }), most)
function closeOnce(this: { closed: number }) {
  this.closed++
}

describe('the period pool', () => {
  it('keeps the most recently used periods open, up to its limit', async () => {
    const pool = poolOf(2)
    const opened = []
    for (const label of ['2026-01-01', '2026-02-01', '2026-01-01', '2026-03-01']) {
      opened.push(await pool.lend(folder(label), async (period) => period))
    }
    const [january, february, again, march] = opened
    expect(again).toBe(january)
    expect([january, february, march].map((period) => period?.closed)).toEqual([0, 1, 0])
    pool.close()
    expect([january, february, march].map((period) => period?.closed)).toEqual([1, 1, 1])
  })

  it('closes a period that is evicted or rebuilt only when its last reader is done', async () => {
    const pool = poolOf(1)
    const done: (() => void)[] = []
    const [first, second] = [1, 2].map(() =>
      pool.lend(folder('2026-01-01'), async (period) => {
        await new Promise<void>((resolve) => done.push(resolve))
        return { period, closedWhileRead: period.closed }
      }),
    )
    const rebuilt = await pool.lend(folder('2026-01-01', '2'), async (period) => period)
    expect(rebuilt.closed).toBe(0)
    await pool.lend(folder('2026-02-01'), async () => {})
    expect(rebuilt.closed).toBe(1)
    done[0]?.()
    expect((await first)?.period.closed).toBe(0)
    done[1]?.()
    const last = await second
    expect([last?.closedWhileRead, last?.period.closed]).toEqual([0, 1])
  })

  it('closes a period even when its reader fails', async () => {
    const pool = poolOf(1)
    const lent: { closed: number }[] = []
    const failing = pool.lend(folder('2026-01-01'), async (period) => {
      lent.push(period)
      pool.close()
      throw new Error('unreadable')
    })
    await expect(failing).rejects.toThrow('unreadable')
    expect(lent.map(({ closed }) => closed)).toEqual([1])
  })
})
