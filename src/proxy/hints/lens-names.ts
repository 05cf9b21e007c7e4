import { readFilters } from '../../contract/received-filters.ts'
import { type LensKey, parseLensKey, STATED_FILTERS } from '../../domain/lens.ts'
import type { FindFree } from '../upstream/free-answers.ts'
import { readAnswer } from '../upstream/service-answer.ts'
import type { DeclaredParameters } from './declared-parameters.ts'

/** Returns a filter of the lens that the service does not have; null when there is none. */
export type FindStrangeFilter = (lens: LensKey) => Promise<string | null>

/**
 * Compares a lens with the filters that the free `/meta/filters` and `/openapi.yaml` name: a service may ignore a filter
 * that it does not know, and the same figures would be bought again under another name. Without either list every
 * filter passes.
 */
export function createStrangeFilters(deps: {
  free: FindFree
  declared: DeclaredParameters
  clock: () => Date
}): FindStrangeFilter {
  const offered = async () => {
    const fetched = await deps.free('/meta/filters')
    if (fetched.kind !== 'answer') return null
    const read = readAnswer(fetched.answer, readFilters, deps.clock())
    return read.kind === 'ok' ? read.value.names : null
  }
  return async (lens) => {
    const own = Object.keys(parseLensKey(lens) ?? {}).filter((name) => !STATED_FILTERS.includes(name))
    if (own.length === 0) return null
    const listed = await offered()
    const unlisted = own.filter((name) => !listed?.has(name))
    if (unlisted.length === 0) return null
    // The list may leave out filters that have no fixed values.
    const declared = await deps.declared('/stats/current')
    if (declared === null ? listed === null : !declared.isWhole) return null
    return unlisted.find((name) => !declared?.names.has(name)) ?? null
  }
}
