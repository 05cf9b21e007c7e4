import { cellResolution, isResolution } from '../../../domain/cell.ts'
import { Refused } from '../rules/refused.ts'
import type { StrangeRules } from '../rules/rules.ts'
import type { Selection } from './selection.ts'

/**
 * Returns the refusal of a metered request that the interface demands, checked in the same order as in our service; null
 * for none. `used` counts the calls charged so far.
 */
export function meteredRefusal(
  { rules, used }: { rules: StrangeRules; used: number },
  selection: Selection,
  lens: Readonly<Record<string, string>>,
): Refused | null {
  const invalid = (parameter?: string) => new Refused('invalid_parameter', parameter === undefined ? {} : { parameter })
  if (!selection.isUnderstood) return new Refused(rules.styleRefusal ?? 'invalid_parameter', { parameter: 'h3' })
  if (selection.isTooWide === true) {
    return new Refused('invalid_parameter', {
      parameter: 'radius_km',
      ...(rules.namesLimit && { limit: rules.widestKm }),
    })
  }
  const [resolution = 0, ...others] = new Set(selection.cells.map(cellResolution))
  if (others.length > 0 || !isResolution(resolution)) return invalid()
  const { currency = rules.currency ?? rules.ownCurrency(selection.cells[0]), ...filters } = lens
  const isUnknown = (name: string) => rules.filters !== null && !Object.hasOwn(rules.filters, name)
  const unknown = Object.keys(filters).find((name) => name !== 'ad_sub_type' && isUnknown(name))
  if (unknown !== undefined && rules.unknownParameters === 'refused') return invalid(unknown)
  if (selection.cells.some((cell) => rules.unitsPerUsd(currency, cell) === null)) return invalid('currency')
  if (resolution > rules.finestResolution) return new Refused('resolution_not_in_plan')
  const limit = typeof rules.cellBudget === 'number' ? rules.cellBudget : (rules.cellBudget[resolution] ?? 0)
  if (selection.cost > limit) return new Refused('too_many_hexes', rules.namesLimit ? { limit } : {})
  return used >= rules.allowance ? new Refused('quota_exhausted') : null
}
