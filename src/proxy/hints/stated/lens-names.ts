import { type Invalid, invalid } from '../../../contract/parsed.ts'
import { firstLens } from '../../../contract/service/filters/first-lens.ts'
import type { Filters } from '../../../contract/service/filters/received-filters.ts'
import { isOffered } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { amountText, type Lens, parseLensKey, STATED_FILTERS } from '../../../domain/lens.ts'
import { within } from '../../../server/work/within.ts'
import type { DeclaredParameters } from './declared-parameters.ts'
import type { ReadOfferedFilters } from './offered-filters.ts'

/** Milliseconds that the first purchase without an offer waits for the list: the service may have rents only. */
const LONGEST_WAIT = 2_000

/** Returns the objection to figures with a filter, a filter's value or a currency that the service does not have; null for none. */
export type FindStrangeFilter = (name: Pick<EditionName, 'lens' | 'currency'>) => Promise<Invalid | null>

/**
 * Compares a lens with the filters that the free `/meta/filters` and `/openapi.yaml` name, and their values: a service may
 * ignore what it does not know, or take two spellings of a value for one, and the same figures would be bought again under
 * another name. Without either list every filter passes, and without a list of currencies every
 * currency of the world.
 */
export function createStrangeFilters(deps: {
  /** While the list cannot be read, nothing else than what it last had must pass. */
  offered: ReadOfferedFilters
  declared: DeclaredParameters
}): FindStrangeFilter {
  const strangeName = async (lens: Lens, names: ReadonlySet<string> | null): Promise<string | null> => {
    const own = Object.keys(lens).filter((name) => !STATED_FILTERS.includes(name))
    const unlisted = own.filter((name) => !names?.has(name))
    if (unlisted.length === 0) return null
    // The list may leave out filters that have no fixed values.
    const declared = await deps.declared('/stats/current')
    if (declared === null ? names === null : !declared.isWhole) return null
    return unlisted.find((name) => !declared?.names.has(name)) ?? null
  }
  let isContacted = false
  let hasNoSales = false
  /** Waits for the list at first contact only, and where it had no sales: others must not wait for it. */
  const withoutSales = async (): Promise<Invalid | null> => {
    if (isContacted && !hasNoSales) return null
    const list = await within(LONGEST_WAIT, deps.offered())
    isContacted = true
    if (list !== null) hasNoSales = Object.keys(firstLens(list.filters)).length > 0
    return hasNoSales
      ? invalid('lens', 'expected an offer that /meta/filters lists, found none; it lists no sales')
      : null
  }
  return async ({ lens: key, currency }) => {
    const lens = parseLensKey(key) ?? {}
    const hasFilters = Object.keys(lens).length > 0
    if (!hasFilters && currency === undefined) return withoutSales()
    const list = await deps.offered()
    if (currency !== undefined && !isOffered(currency, list?.currencies ?? null)) {
      return invalid(
        'currency',
        `expected a currency that the service offers, found '${currency}'; /meta/filters may list them`,
      )
    }
    if (!hasFilters) return null
    const name = await strangeName(lens, list?.names ?? null)
    const strange =
      name === null
        ? strangeValue(lens, list?.filters ?? [])
        : `expected filters that the service offers, found '${name}'; /meta/filters lists them`
    return strange === null ? null : invalid('lens', strange)
  }
}

/** Returns what is wrong with a value that the list does not have, or with a number in an unusual spelling; null when nothing is. */
function strangeValue(lens: Lens, filters: Filters['filters']): string | null {
  for (const filter of filters) {
    const value = Object.hasOwn(lens, filter.parameter) ? lens[filter.parameter] : undefined
    if (value === undefined) continue
    if (filter.kind === 'choice' && !filter.values.some((each) => each.value === value)) {
      return `expected a value that the service offers for ${filter.parameter}, found '${value}'; /meta/filters lists them`
    }
    if (filter.kind === 'number' && amountText(value) !== value) {
      return `expected ${filter.parameter} to be a number such as 100000, found '${value}'`
    }
  }
  return null
}
