/**
 * Section 2.7: `filters` of an answer are "the filters as applied, defaults included". A service may take a value that it
 * does not know for its default; its figures then are not those that were asked for, and its answer says so.
 */
import { DEFAULT_AD_SUB_TYPE, type Lens, STATED_FILTERS } from '../domain/lens.ts'
import { flagOf, numberOf } from './received-values.ts'

/** A filter that was applied otherwise than asked. */
export interface OtherFilter {
  readonly name: string
  readonly asked: string
  /** The value as applied; null for a filter that was not. */
  readonly applied: string | null
}

const RENT = 'rent'

/** A service may round a bound to the edge of the bins in which it counts prices (section 4.8). */
const WIDEST_BIN = 0.2

/**
 * Returns a filter that was not applied as asked; null when each may have been. `filters` are all of those applied, so one
 * that they name nowhere was not. The interface shows only the key of `ad_sub_type` there: others may stand under names of
 * the service's own, so a filter counts as named where its value stands. A value in words may be the one asked for.
 */
export function readOtherFilter(applied: Readonly<Record<string, unknown>>, lens: Lens): OtherFilter | null {
  const { units: _, ...filters } = applied
  // The interface's own word for what is not the default.
  const { ad_sub_type: offer } = filters
  if (lens.ad_sub_type === undefined && typeof offer === 'string' && offer.trim().toLowerCase() === RENT) {
    return { name: 'ad_sub_type', asked: DEFAULT_AD_SUB_TYPE, applied: offer }
  }
  for (const [name, asked] of Object.entries(lens)) {
    const value = Object.hasOwn(filters, name) ? filters[name] : undefined
    const isMissing = value === undefined ? !isNamed(name, asked, filters, DEEPEST) : value === null || value === ''
    if (isMissing) return { name, asked, applied: null }
    if (isOther(name, asked, value)) return { name, asked, applied: String(value) }
  }
  return null
}

/** How deep a value may lie: `{price: {usd: {min: 100000}}}`. */
const DEEPEST = 3

function isNamed(name: string, asked: string, value: unknown, depth: number): boolean {
  if (typeof value === 'object' && value !== null) {
    return depth > 0 && Object.values(value).some((inner) => isNamed(name, asked, inner, depth - 1))
  }
  const [wanted, found] = [numberOf(asked), numberOf(value)]
  if (wanted !== null && found !== null) return !isFar(found, wanted, name)
  return typeof value === 'string' && value.trim().toLowerCase() === asked.trim().toLowerCase()
}

/** Only bounds of prices are rounded. */
function isFar(found: number, wanted: number, name: string): boolean {
  const leeway = STATED_FILTERS.includes(name) ? WIDEST_BIN * Math.abs(wanted) : 0
  return Math.abs(found - wanted) > leeway
}

function isOther(name: string, asked: string, value: unknown): boolean {
  if (typeof value === 'boolean') {
    const flag = flagOf(asked)
    return flag !== null && flag !== value
  }
  const [wanted, found] = [numberOf(asked), numberOf(value)]
  if (wanted !== null && found !== null) return isFar(found, wanted, name)
  const isDefault = typeof value === 'string' && value.trim().toLowerCase() === DEFAULT_AD_SUB_TYPE
  return name === 'ad_sub_type' && isDefault && asked.toLowerCase() !== DEFAULT_AD_SUB_TYPE
}
