import type { AreaFacts } from '../../metered/areas.ts'

/** What an area's figures cost at a coarser resolution; no calls when they are held. */
export type CoarserOffer = Pick<NonNullable<AreaFacts['rest']>, 'calls' | 'is_estimate'>

/** Returns the offer of a coarser resolution where it is cheaper than the rest at the area's own; null otherwise. */
export function coarserOffer(rest: AreaFacts['rest'], coarser: Pick<AreaFacts, 'cells' | 'rest'>): CoarserOffer | null {
  if (rest === null || coarser.rest?.refusal) return null
  const { calls, is_estimate } = coarser.rest ?? { calls: 0 }
  const isCheaper = rest.refusal === null ? calls < rest.calls : calls === 0
  const hasFigures = [...coarser.cells.values()].some(({ figure }) => figure !== null)
  return isCheaper && (calls > 0 || hasFigures) ? { calls, ...(is_estimate && { is_estimate }) } : null
}
