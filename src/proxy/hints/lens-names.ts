import type { Filters } from '../../contract/received-filters.ts'
import { amountText, type Lens, type LensKey, parseLensKey, STATED_FILTERS } from '../../domain/lens.ts'
import type { DeclaredParameters } from './declared-parameters.ts'
import type { ReadOfferedFilters } from './offered-filters.ts'

/** Returns what is wrong with a filter of the lens that the service does not have; null when there is none. */
export type FindStrangeFilter = (lens: LensKey) => Promise<string | null>

/**
 * Compares a lens with the filters that the free `/meta/filters` and `/openapi.yaml` name, and their values: a service may
 * ignore what it does not know, or take two spellings of a value for one, and the same figures would be bought again under
 * another name. Without either list every filter passes.
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
  return async (key) => {
    const lens = parseLensKey(key) ?? {}
    if (Object.keys(lens).length === 0) return null
    const list = await deps.offered()
    const name = await strangeName(lens, list?.names ?? null)
    if (name !== null) return `expected filters that the service offers, found '${name}'; /meta/filters lists them`
    return strangeValue(lens, list?.filters ?? [])
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
