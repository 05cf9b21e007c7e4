/**
 * Section 2.7: `filters` of an answer are "the filters as applied, defaults included". A service may take a value that it
 * does not know for its default; its figures then are not those that were asked for, and its answer says so.
 */
import { DEFAULT_AD_SUB_TYPE, type Lens } from '../domain/lens.ts'
import { flagOf, numberOf } from './received-values.ts'

/** A filter that was applied otherwise than asked. */
export interface OtherFilter {
  readonly name: string
  readonly asked: string
  /** The value as applied; null for a filter that was not. */
  readonly applied: string | null
}

/** A service may round a bound to the edge of the bins in which it counts prices (section 4.8). */
const WIDEST_BIN = 0.2

/**
 * Returns a filter that an answer names with another value than asked; null when none is. A filter that the answer does
 * not name, or names by words that may be those for the value, may have been applied.
 */
export function readOtherFilter(applied: Readonly<Record<string, unknown>>, lens: Lens): OtherFilter | null {
  for (const [name, asked] of Object.entries(lens)) {
    const value = applied[name]
    if (value === null || value === '') return { name, asked, applied: null }
    if (isOther(name, asked, value)) return { name, asked, applied: String(value) }
  }
  return null
}

function isOther(name: string, asked: string, value: unknown): boolean {
  if (typeof value === 'boolean') {
    const flag = flagOf(asked)
    return flag !== null && flag !== value
  }
  const [wanted, found] = [numberOf(asked), numberOf(value)]
  if (wanted !== null && found !== null) return Math.abs(found - wanted) > WIDEST_BIN * Math.abs(wanted)
  const isDefault = typeof value === 'string' && value.trim().toLowerCase() === DEFAULT_AD_SUB_TYPE
  return name === 'ad_sub_type' && isDefault && asked.toLowerCase() !== DEFAULT_AD_SUB_TYPE
}
