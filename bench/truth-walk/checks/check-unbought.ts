import { otherOffer } from '../derive-metric.ts'
import type { Findings } from '../findings.ts'
import { readHoldings } from '../holdings.ts'
import type { Stop } from '../stops.ts'
import type { Walk } from '../walk.ts'
import type { ViewTruth } from './check-legend.ts'

/** What the page calls not bought must not be held: for a yield, not both of its figures. */
export function checkUnbought(
  where: string,
  { proxy }: Walk,
  { lens, metric }: Stop,
  { cell, truth }: { cell: string; truth: ViewTruth },
  findings: Findings,
): void {
  const isHeld = (each: string) => {
    const selection = { lens: each, resolution: truth.resolution, currency: 'USD' }
    return readHoldings(proxy.dataDir, truth.frame.as_of, selection).some((cells) => cells.includes(cell))
  }
  const lenses = metric === 'rental_yield' ? [lens, otherOffer(lens)] : [lens]
  findings.same(`${where}: held although called not bought`, 'false', String(lenses.every(isHeld)))
}
