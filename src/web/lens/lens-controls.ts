import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import { canonicalLens, type Lens } from '../../domain/lens.ts'
import { t } from '../language/translate.ts'
import type { Option } from '../ui/controls/Segmented.tsx'
import { filterWord } from './filter-words.ts'
import { narrowing } from './lens-words.ts'

/** One end of a range: its parameter and the service's label for it. */
interface Bound {
  readonly parameter: string
  readonly label: string
  /** What the service applies where the reader gives nothing; null for no bound. */
  readonly preset: number | null
}

/** A control of the lens, built from one of the service's filters. */
export type LensControl =
  /** `few` shows all options, `many` opens a list. The value '' means any. */
  | { kind: 'few' | 'many'; parameter: string; label: string; options: Option<string>[]; preset: string }
  | { kind: 'range'; label: string; unit: string; min: Bound; max: Bound }
  | { kind: 'number'; parameter: string; label: string; unit: string; preset: number | null }

const ALL_IN_SIGHT = 3

/** Every service has them (interface section 4.8), though not every list names what has no fixed values. */
const PRICES: readonly FilterSpec[] = [
  { parameter: 'min_price_usd', kind: 'number', label: 'Lowest price', unit: BASE_CURRENCY },
  { parameter: 'max_price_usd', kind: 'number', label: 'Highest price', unit: BASE_CURRENCY },
]

/**
 * Returns one control per filter, in the service's order, and for the price; `min_x` and `max_x` share a range. `defaults` are
 * the filters that the service has applied to the figures in view besides those of the lens.
 */
export function lensControls(listed: readonly FilterSpec[], defaults: Lens = {}): LensControl[] {
  const own = narrowing(defaults)
  const unlisted = PRICES.filter(({ parameter }) => !listed.some((filter) => filter.parameter === parameter))
  const filters = [...listed, ...unlisted]
  const byParameter = new Map(filters.map((filter) => [filter.parameter, filter]))
  return filters.flatMap((filter): LensControl[] => {
    const { parameter } = filter
    const label = filterWord(filter.label)
    if (filter.kind === 'choice') return [choiceControl(filter, own[parameter] ?? null)]
    const [, end, stem] = /^(min|max)_(.+)$/.exec(parameter) ?? []
    const [min, max] = [byParameter.get(`min_${stem}`), byParameter.get(`max_${stem}`)]
    if (stem === undefined || !min || !max)
      return [{ kind: 'number', parameter, label, unit: filter.unit, preset: lensNumber(own, parameter) }]
    // The range takes the place of its lower end.
    if (end === 'max') return []
    return [
      {
        kind: 'range',
        label: rangeLabel(stem, filter.unit),
        unit: filter.unit,
        min: bound(min, own),
        max: bound(max, own),
      },
    ]
  })
}

function choiceControl(filter: Extract<FilterSpec, { kind: 'choice' }>, applied: string | null): LensControl {
  const { parameter } = filter
  const label = filterWord(filter.label)
  const values = filter.values.map((each) => ({ ...each, label: filterWord(each.label) }))
  const preset = filter.default ?? ''
  const options = filter.default === null ? [{ value: '', label: unsetWords(values, applied) }, ...values] : [...values]
  const kind = filter.default !== null && values.length <= ALL_IN_SIGHT ? 'few' : 'many'
  return { kind, parameter, label, options, preset }
}

/** What figures are of while nothing is chosen. */
function unsetWords(values: readonly Option<string>[], applied: string | null): string {
  if (applied === null) return t('Any')
  return t('{value} (service’s default)', { value: values.find(({ value }) => value === applied)?.label ?? applied })
}

// `price_usd` in USD is the price.
function rangeLabel(stem: string, unit: string): string {
  const words = stem.split('_').filter((word) => word.toLowerCase() !== unit.toLowerCase())
  const text = words.join(' ')
  return filterWord(text.charAt(0).toUpperCase() + text.slice(1))
}

function bound({ parameter, label }: FilterSpec, own: Lens): Bound {
  return { parameter, label: filterWord(label), preset: lensNumber(own, parameter) }
}

/** Returns the lens with one parameter changed; an empty value or the preset removes it, and so does a lowest price of 0. */
export function withParameter(lens: Lens, parameter: string, value: string, preset = ''): Lens {
  const { [parameter]: _, ...others } = lens
  // The same figures would be bought once more.
  const isAny = value === '' || value === preset || (parameter === 'min_price_usd' && Number(value) === 0)
  return canonicalLens(isAny ? others : { ...others, [parameter]: value })
}

/** Returns the number that a lens has for a parameter; null when it has none. */
export function lensNumber(lens: Lens, parameter: string): number | null {
  const value = Number(lens[parameter] ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}
