/**
 * Section 4.10, "filter vocabulary … response shape: not shown". A service may list its filters, or map them by name,
 * with or without an envelope, in groups or without. The reader takes a filter from any entry that has a name and either values or a number's
 * type.
 */
import { DEFAULT_AD_SUB_TYPE, isFilterName } from '../../../domain/lens.ts'
import { type FilterSpec, filterSpec } from '../assumptions.ts'
import { type Fields, isFields } from '../values/fields.ts'
import { shortName } from '../values/short-text.ts'
import { isSale } from './first-lens.ts'

export interface Filters {
  /** The filters for which a control can be built. */
  readonly filters: FilterSpec[]
  /** Every filter that is named, with a control or not; null when the response is neither a list nor a map. */
  readonly names: ReadonlySet<string> | null
  readonly currencies: string[]
}
type Choice = Extract<FilterSpec, { kind: 'choice' }>
type Values = Choice['values']

const ENVELOPES = ['filters', 'parameters', 'results', 'items', 'data', 'attributes', 'vocabulary']
const NAMES = ['parameter', 'param', 'query', 'key', 'id', 'code', 'field', 'name']
const LABELS = ['label', 'title', 'display_name', 'displayName', 'name']
const VALUES = ['values', 'options', 'choices', 'enum', 'allowed', 'allowed_values', 'items']
const GROUPS = ['filters', 'parameters', 'fields', 'children', 'items', 'properties']
const BOOLEAN = /^bool(ean)?$/i
const NUMBER = /^(number|numeric|integer|int|float|decimal|money|price|amount)$/i
const CURRENCY = /^[A-Z]{3}$/
/** The parameters of its two ends have names of their own. */
const RANGE = /range|interval|between/i
const IS_END = /^(?:min|max)_|_(?:min|max)$/
/** What may stand beside filters in a map without an envelope. */
const NOT_FILTERS = new Set(['currencies', 'units', 'version', 'as_of', 'status', 'error', 'message'])

/** Reads the filters that a service offers, in any likely shape; never throws. */
export function readFilters(body: unknown): Filters {
  const raw = contentOf(body)
  const currencies = currenciesOf(body, raw)
  if (!isFields(raw) && !Array.isArray(raw)) return { filters: [], names: null, currencies }
  const named = entriesIn(raw)
  const filters = named.flatMap(([name, entry]) => specOf(name, entry) ?? []).map(withShortLabels)
  // A map without any readable filter may be about something else.
  const isVocabulary = raw !== body || filters.length > 0 || Array.isArray(raw)
  return { filters, names: isVocabulary ? new Set(named.map(([name]) => name)) : null, currencies }
}

/** How many envelopes may lie within one another: `{data: {attributes: {filters}}}`. */
const DEEPEST = 3

function contentOf(body: unknown, depth = DEEPEST): unknown {
  if (!isFields(body) || depth === 0) return body
  // A JSON schema.
  if (body.type === 'object' && isFields(body.properties)) return body.properties
  const inner = ENVELOPES.map((name) => body[name]).find((value) => Array.isArray(value) || isFields(value))
  return inner === undefined ? body : contentOf(inner, depth - 1)
}

type Entry = readonly [name: string, entry: unknown]

/** Returns the named filters of a list or a map, those in groups and at the ends of ranges included. */
function entriesIn(raw: unknown, depth = DEEPEST): Entry[] {
  const entries = Array.isArray(raw)
    ? raw.map((entry) => [nameOf(entry), entry] as const)
    : Object.entries(isFields(raw) ? raw : {})
  return entries.flatMap(([name, entry]): Entry[] => {
    const group = depth === 0 ? null : groupIn(entry)
    if (group !== null) return entriesIn(group, depth - 1)
    const isFilter = name !== null && isFilterName(name) && !NOT_FILTERS.has(name)
    return endsOf(entry) ?? (isFilter ? [[name, entry]] : [])
  })
}

/** Returns the filters within an entry that is a group of them; null for a filter, whose lists hold values. */
function groupIn(entry: unknown): unknown {
  if (!isFields(entry)) return null
  const inner = GROUPS.map((name) => entry[name]).find((value) => Array.isArray(value) || isFields(value))
  const members = Array.isArray(inner) ? inner : Object.values(isFields(inner) ? inner : {})
  return members.some((member) => isFields(member) && hasForm(member)) ? inner : null
}

function hasForm(entry: Fields): boolean {
  return (
    VALUES.some((name) => Array.isArray(entry[name]) || isFields(entry[name])) ||
    isBoolean('', entry) ||
    isNumber('', entry)
  )
}

/** Returns both ends of a range that names a parameter for each; null for anything else. */
function endsOf(entry: unknown): Entry[] | null {
  if (!isFields(entry)) return null
  const { unit } = entry
  const inner = isFields(entry.parameters) ? entry.parameters : {}
  const names = ['min', 'max'].map((end) =>
    [inner[end], entry[`${end}_parameter`], entry[`${end}_param`], entry[`param_${end}`], entry[end]].find(
      (name) => typeof name === 'string' && isFilterName(name),
    ),
  )
  const ends = names.filter((name) => typeof name === 'string')
  return ends.length === 0 ? null : ends.map((name) => [name, { type: 'number', unit }])
}

function currenciesOf(body: unknown, content: unknown): string[] {
  const found = [body, content].flatMap((part) => {
    if (Array.isArray(part)) return part.filter((entry) => isFields(entry) && nameOf(entry) === 'currency')
    return isFields(part) ? [part.currencies, part.currency] : []
  })
  const listed = found.map((entry) => valuesOf(entry)?.map(({ value }) => value) ?? [])
  return (listed.find(({ length }) => length > 0) ?? []).filter((code) => CURRENCY.test(code))
}

function specOf(parameter: string, entry: unknown): FilterSpec | null {
  // Where a service names no preset offer, the interface does.
  const preset = parameter === 'ad_sub_type' ? DEFAULT_AD_SUB_TYPE : null
  const own = filterSpec.safeParse(isFields(entry) ? { ...entry, parameter } : entry)
  if (own.success) {
    return own.data.kind === 'choice' ? withPreset({ ...own.data, default: own.data.default ?? preset }) : own.data
  }
  const fields = isFields(entry) ? entry : {}
  const label = labelOf(parameter, fields)
  const values = valuesOf(entry)
  if (values !== null) {
    const given = textOf(fields.default ?? fields.default_value)
    return withPreset({ parameter, kind: 'choice', label, default: given ?? preset, values })
  }
  if (isBoolean(entry, fields)) return { parameter, kind: 'choice', label, default: null, values: FLAGS }
  if (!isNumber(entry, fields) || isUnnamedRange(parameter, fields)) return null
  return { parameter, kind: 'number', label, unit: textOf(fields.unit) ?? (parameter.endsWith('_usd') ? 'USD' : '') }
}

/** In letters. A label stands on a control beside others. */
const LONGEST_LABEL = 60
const LONGEST_UNIT = 20

/** Returns a filter whose labels are on one line and leave room for other controls. */
function withShortLabels(filter: FilterSpec): FilterSpec {
  const { parameter } = filter
  const shortOf = (label: string, otherwise: string) =>
    shortName(label, LONGEST_LABEL) ?? shortName(otherwise, LONGEST_LABEL) ?? '—'
  const label = shortOf(filter.label, wordsOf(parameter))
  if (filter.kind === 'number') return { ...filter, label, unit: shortName(filter.unit, LONGEST_UNIT) ?? '' }
  const values = filter.values.map((each) => ({ ...each, label: shortOf(each.label, each.value) }))
  return { ...filter, label, values }
}

/** Adds sales to a list of the offers besides them, unless it names another preset: the interface always has them. */
function withPreset(filter: Choice): Choice {
  const isListed = filter.values.some(({ value, label }) => value === '' || isSale(value, label))
  if (filter.parameter !== 'ad_sub_type' || filter.default !== DEFAULT_AD_SUB_TYPE || isListed) return filter
  const sales = { value: DEFAULT_AD_SUB_TYPE, label: wordsOf(DEFAULT_AD_SUB_TYPE) }
  return { ...filter, values: [sales, ...filter.values] }
}

const FLAGS: Values = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

function isBoolean(entry: unknown, { type, kind }: Fields): boolean {
  return [entry, type, kind].some((text) => typeof text === 'string' && BOOLEAN.test(text))
}

function isNumber(entry: unknown, { type, kind, minimum, maximum, min, max }: Fields): boolean {
  const hasBound = [minimum, maximum, min, max].some((bound) => typeof bound === 'number')
  return hasBound || [entry, type, kind].some((text) => typeof text === 'string' && NUMBER.test(text))
}

/** A range under one name: which parameters have its ends is not known. */
function isUnnamedRange(parameter: string, { type, kind }: Fields): boolean {
  return !IS_END.test(parameter) && [type, kind].some((text) => typeof text === 'string' && RANGE.test(text))
}

/** Returns the values of a choice: listed, mapped to their labels, or in a field of the entry; null when there are none. */
function valuesOf(entry: unknown): Values | null {
  if (Array.isArray(entry)) {
    const values = entry.flatMap((value) => choiceOf(value) ?? [])
    return values.length === 0 ? null : values
  }
  if (!isFields(entry)) return null
  const inner = VALUES.map((name) => entry[name]).find((value) => Array.isArray(value) || isFields(value))
  if (Array.isArray(inner)) return valuesOf(inner)
  if (!isFields(inner)) return null
  const mapped = Object.entries(inner).map(([value, label]) => ({ value, label: textOf(label) ?? wordsOf(value) }))
  return mapped.length === 0 ? null : mapped
}

function choiceOf(raw: unknown): Values[number] | null {
  const plain = textOf(raw)
  if (plain !== null) return { value: plain, label: wordsOf(plain) }
  // A value and its label, as Django and Rails list them.
  if (Array.isArray(raw)) {
    const [value, label] = [textOf(raw[0]), raw[1]]
    return value !== null && typeof label === 'string' && raw.length === 2 ? { value, label } : null
  }
  return isFields(raw) ? choiceIn(raw) : null
}

function choiceIn(raw: Fields): Values[number] | null {
  const value = ['value', 'code', 'id', 'key', 'name'].map((name) => textOf(raw[name])).find((text) => text !== null)
  if (value === undefined || value === null) return null
  return { value, label: labelOf(value, raw) }
}

function nameOf(entry: unknown): string | null {
  if (typeof entry === 'string') return entry
  if (!isFields(entry)) return null
  const names = NAMES.map((name) => entry[name]).filter((name) => typeof name === 'string')
  return names.find(isFilterName) ?? names[0] ?? null
}

function labelOf(name: string, fields: Fields): string {
  const label = LABELS.map((key) => textOf(fields[key])).find((text) => text !== null && text !== name)
  return label ?? wordsOf(name)
}

/** `property_type` as words: `Property type`. A single number or code stays as it is. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
