/**
 * Section 2.7: `filters` of an answer are "the filters as applied, defaults included". A service may take a value that it
 * does not know for its default; its figures then are not those that were asked for, and its answer says so.
 */
import { DEFAULT_AD_SUB_TYPE, type Lens, STATED_FILTERS } from '../../../domain/lens.ts'
import { flagOf, numberOf } from '../values/received-values.ts'
import { type FilterWords, NO_WORDS, spelling, type ValueWords } from './filter-words.ts'

/** A filter that was applied otherwise than asked. */
export interface OtherFilter {
  readonly name: string
  readonly asked: string
  /** The value as applied; null for a filter that was not. */
  readonly applied: string | null
}

const RENT = 'rent'
/** Words for a filter that is not set. */
const UNSET: ReadonlySet<string> = new Set(['', '*', 'all', 'any', 'none', 'null', 'unset', 'off'].map(spelling))

/** A service may round a bound to the edge of the bins in which it counts prices (section 4.8). */
const WIDEST_BIN = 0.2

/**
 * Returns a filter that was not applied as asked; null when each may have been. `filters` are all of those applied, so one
 * that they name nowhere was not. The interface shows only the key of `ad_sub_type` there: others may stand under names of
 * the service's own, so a filter counts as named where its value stands. A value in words may be the one asked for, unless
 * `words` has it for another one.
 */
export function readOtherFilter(
  applied: Readonly<Record<string, unknown>>,
  lens: Lens,
  words: FilterWords = {},
): OtherFilter | null {
  const { units: _, ...filters } = applied
  const wordsOf = (name: string) => (Object.hasOwn(words, name) ? words[name] : undefined) ?? NO_WORDS
  if (lens.ad_sub_type === undefined) {
    const { ad_sub_type: offer } = filters
    // The interface's own word for what is not the default.
    const isRent = typeof offer === 'string' && spelling(offer) === RENT
    if (isRent || isOtherWord(DEFAULT_AD_SUB_TYPE, offer, wordsOf('ad_sub_type'))) {
      return { name: 'ad_sub_type', asked: DEFAULT_AD_SUB_TYPE, applied: textOf(offer) }
    }
  }
  for (const [name, asked] of Object.entries(lens)) {
    const value = Object.hasOwn(filters, name) ? aloneOf(filters[name]) : undefined
    const own = [spelling(asked), ...wordsOf(name).own]
    const isMissing = value === undefined ? !isNamed({ name, asked, own }, filters, DEEPEST) : isUnset(asked, value)
    if (isMissing) return { name, asked, applied: value == null || value === '' ? null : textOf(value) }
    if (isOther(name, asked, value) || isOtherWord(asked, value, wordsOf(name))) {
      return { name, asked, applied: textOf(value) }
    }
  }
  return null
}

/**
 * Returns the filters that a service applied of its own accord, by the names in its list; undefined while that is not known.
 * The offer is not among them, because an answer for another one is not kept.
 */
export function readDefaultFilters(
  applied: Readonly<Record<string, unknown>>,
  lens: Lens,
  words: FilterWords = {},
): Record<string, string> | undefined {
  const names = Object.keys(words).filter((name) => name !== 'ad_sub_type')
  if (names.length === 0) return undefined
  const set = names.flatMap((name) => {
    const value = Object.hasOwn(applied, name) && !Object.hasOwn(lens, name) ? aloneOf(applied[name]) : null
    const text = isPlain(value) || typeof value === 'boolean' ? String(value).trim() : ''
    return UNSET.has(spelling(text)) ? [] : [[name, text.slice(0, MOST_CHARACTERS)] as const]
  })
  return Object.fromEntries(set)
}

/** Longer than the values of filters are. */
const MOST_CHARACTERS = 60

/** A list of one value is that value. */
function aloneOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

function isUnset(asked: string, value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'string' && UNSET.has(spelling(value)) && spelling(value) !== spelling(asked)
}

/** True where a value is spelled like another one than that asked for; of several values, one is enough. */
function isOtherWord(asked: string, value: unknown, { own, others }: ValueWords): boolean {
  const found = textsOf(value).map(spelling)
  return found.some((word) => others.includes(word) && !own.includes(word) && word !== spelling(asked))
}

/** Fields of an object that stands for a value. */
const VALUE_FIELDS = ['value', 'key', 'code', 'id', 'label', 'name']

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, MOST_VALUES).flatMap((each) => (isPlain(each) ? [String(each)] : []))
  if (isPlain(value)) return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    VALUE_FIELDS.includes(field) && isPlain(inner) ? [String(inner)] : [],
  )
}

/** More values than a filter has. */
const MOST_VALUES = 100

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function textOf(value: unknown): string {
  const text = typeof value === 'object' ? writtenOf(value) : String(value)
  return text.slice(0, MOST_CHARACTERS)
}

function writtenOf(value: object | null): string {
  try {
    return JSON.stringify(value)
  } catch {
    // Nested deeper than a program can write, though it could read it: its words tell enough.
    return textsOf(value).join(', ')
  }
}

/** How deep a value may lie: `{price: {usd: {min: 100000}}}`. */
const DEEPEST = 3

interface Wanted {
  readonly name: string
  readonly asked: string
  readonly own: readonly string[]
}

function isNamed(wanted: Wanted, value: unknown, depth: number): boolean {
  if (typeof value === 'object' && value !== null) {
    return depth > 0 && Object.values(value).some((inner) => isNamed(wanted, inner, depth - 1))
  }
  const [number, found] = [numberOf(wanted.asked), numberOf(value)]
  if (number !== null && found !== null) return !isFar(found, number, wanted.name)
  return typeof value === 'string' && wanted.own.includes(spelling(value))
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
