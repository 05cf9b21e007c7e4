import type { FilterSpec } from '../../contract/service/assumptions.ts'
import { canonicalLens, type Lens, lensKey } from '../../domain/lens.ts'
import type { AsOf } from '../../domain/period.ts'
import { lastMonth } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { filterWord } from '../lens/filter-words.ts'
import { lensWords } from '../lens/lens-words.ts'
import type { OfferedPeriod } from '../periods/offered-periods.ts'
import { periodWords } from '../periods/period-words.ts'
import { type Beside, besideText } from '../state/address/beside.ts'

export interface BesideOption {
  /** What the address has. */
  readonly value: string
  readonly label: string
  readonly beside: Beside
  /** The filter that differs, or the months. */
  readonly group: string
}

/** What a second map can show: each lens that differs from the first map's in one choice, and the earlier periods. */
export function besideOptions(
  filters: readonly FilterSpec[],
  lens: Lens,
  periods: readonly OfferedPeriod[],
): BesideOption[] {
  const lenses = filters.flatMap((filter) => {
    if (filter.kind !== 'choice') return []
    const values = [...(filter.default === null ? [''] : []), ...filter.values.map(({ value }) => value)]
    const group = filterWord(filter.label)
    return values.map((value) => ({ group, lens: withValue(lens, filter.parameter, value) }))
  })
  const others = new Map(lenses.map((each) => [lensKey(each.lens), each]))
  others.delete(lensKey(lens))
  return [
    ...[...others].map(([key, each]) =>
      optionOf({ kind: 'lens', lens: each.lens }, lensWords(filters, key), each.group),
    ),
    ...periods.map((each) => optionOf({ kind: 'period', period: each.as_of }, periodWords(each), t('Months'))),
  ]
}

function withValue(lens: Lens, parameter: string, value: string): Lens {
  const { [parameter]: _, ...others } = lens
  return canonicalLens(value === '' ? others : { ...others, [parameter]: value })
}

function optionOf(beside: Beside, label: string, group: string): BesideOption {
  return { value: besideText(beside), label, beside, group }
}

/** Returns the option for a link's second map, which need not be among those offered. */
export function ownOption(filters: readonly FilterSpec[], beside: Beside): BesideOption {
  return optionOf(
    beside,
    beside.kind === 'lens' ? lensWords(filters, lensKey(beside.lens)) : lastMonth(beside.period satisfies AsOf),
    t('From the link'),
  )
}
