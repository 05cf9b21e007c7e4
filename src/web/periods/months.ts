import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import type { AsOf } from '../../domain/period.ts'
import { type OfferedPeriod, offeredPeriods } from './offered-periods.ts'

/** Returns the periods that the map can show, oldest first, ending with the one that is served; `shown` is always among them. */
export function monthsOf(answer: EarlierAnswer, served: OfferedPeriod, shown: AsOf): OfferedPeriod[] {
  const earlier = offeredPeriods(answer)
  const isThere = shown === served.as_of || earlier.some(({ as_of }) => as_of === shown)
  const own = isThere ? [] : [{ as_of: shown, isHeld: false, calls: 0 }]
  const all = [...earlier, ...own, served]
  return all.sort((a, b) => (a.as_of < b.as_of ? -1 : 1))
}

/** Returns the next later month that is paid for, or after the newest the oldest one; null when there is no other. */
export function nextHeld(months: readonly OfferedPeriod[], shown: AsOf): AsOf | null {
  const held = months.filter(({ isHeld, as_of }) => isHeld && as_of !== shown)
  return (held.find(({ as_of }) => as_of > shown) ?? held[0])?.as_of ?? null
}
