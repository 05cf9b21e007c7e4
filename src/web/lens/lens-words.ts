import type { Edition } from '../../contract/proxy-api.ts'
import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { readFiguresText } from '../../domain/currency.ts'
import type { Metric } from '../../domain/figure.ts'
import { DEFAULT_AD_SUB_TYPE, type Lens, type LensKey, parseLensKey } from '../../domain/lens.ts'
import { t } from '../language/translate.ts'
import { offersOf } from '../metric/rental.ts'
import { formatCount } from '../ui/words/format.ts'
import { filterWord, offerWords, withValueWords } from './filter-words.ts'

/**
 * Returns a lens in the words of the filters' controls: `For sale, Apartment, Rooms: 2`. A choice that always has a
 * value is named at its preset, too; a parameter without a control appears as it is written. The offer is always named:
 * where a service lists none, the interface says which one it answers with. `defaults` are the filters that the service has
 * applied besides.
 */
export function lensWords(filters: readonly FilterSpec[], key: LensKey | string, defaults: Lens = {}): string {
  const { lens: text, currency } = readFiguresText(key)
  const lens = parseLensKey(text)
  if (lens === null) return key
  const all = { ...narrowing(defaults), ...lens }
  const { ad_sub_type, ...others } = all
  const isListed = filters.some(({ parameter }) => parameter === 'ad_sub_type')
  const offer = isListed ? [] : [offerWords(ad_sub_type ?? DEFAULT_AD_SUB_TYPE)]
  const what = [...offer, ...eachInWords(filters, isListed ? all : others)].join(', ')
  return currency === null ? what : t('{what}, in {currency}', { what, currency })
}

/** Returns the filters of figures in words as `lensWords` does; a yield, where there can be one, is made of both offers. */
export function lensWordsFor(
  metric: Metric,
  filters: readonly FilterSpec[],
  { lens: key, defaults = {} }: Pick<Edition, 'lens' | 'defaults'>,
): string {
  if (metric !== 'rental_yield' || offersOf(filters) === null) return lensWords(filters, key, defaults)
  const { lens: text } = readFiguresText(key)
  const { ad_sub_type: _, ...others } = { ...narrowing(defaults), ...parseLensKey(text) }
  const rest = filters.filter(({ parameter }) => parameter !== 'ad_sub_type')
  const hasMore = rest.length > 0 && Object.keys(others).length > 0
  return [t('Sales and rents'), ...(hasMore ? eachInWords(rest, others) : [])].join(', ')
}

/** Returns the filters that leave listings out; a flag that is not set and a bound of nothing rarely do. */
export function narrowing(defaults: Lens): Lens {
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== 'false' && Number(value) !== 0))
}

function eachInWords(filters: readonly FilterSpec[], lens: Lens): string[] {
  const known = new Set(filters.map(({ parameter }) => parameter))
  const words = filters.flatMap((filter) => valueWords(filter, lens[filter.parameter]) ?? [])
  return [
    ...words,
    ...Object.entries(lens).flatMap(([name, value]) => (known.has(name) ? [] : withValueWords(name, value))),
  ]
}

function valueWords(filter: FilterSpec, value: string | undefined): string | null {
  if (filter.kind === 'number') return value === undefined ? null : numberWords(filter, value)
  const chosen = value ?? filter.default
  if (chosen === null) return null
  const label = filterWord(filter.values.find((each) => each.value === chosen)?.label ?? chosen)
  // `Apartment` is clear on its own; `2`, a studio among numbers of rooms, and `Yes` are not.
  const isNumeric = filter.values.some((each) => each.value !== chosen && /^\d/.test(each.label))
  const isFlag = filter.values.every(({ value: each }) => each === 'true' || each === 'false')
  return isNumeric || isFlag || /\d/.test(label) || /^\W*$/.test(label)
    ? withValueWords(filterWord(filter.label), label)
    : label
}

function numberWords({ label, unit }: Extract<FilterSpec, { kind: 'number' }>, value: string): string {
  const amount = Number(value)
  const figure = Number.isFinite(amount) ? formatCount(amount) : value
  return withValueWords(filterWord(label), `${figure} ${unit}`.trim())
}
