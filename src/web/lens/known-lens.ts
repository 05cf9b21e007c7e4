import { firstLens } from '../../contract/service/filters/first-lens.ts'
import type { Filters } from '../../contract/service/filters/received-filters.ts'
import { amountText, type Lens, STATED_FILTERS } from '../../domain/lens.ts'
import { filterWord, withValueWords } from './filter-words.ts'

/** What is left of a lens with a service's filters, and the others as they are written: `Property type: castle`. */
export interface KnownLens {
  readonly lens: Lens
  readonly unknown: readonly string[]
}

/** Leaves out filters that a service does not have, and values that it does not list, and adds what `firstLens` has. */
export function knownLens(lens: Lens, { filters, names }: Filters): KnownLens {
  const all = Object.entries(lens)
  const known = all.filter(([name, value]) => isKnown(name, value))
  const unknown = all.flatMap(([name, value]) => (isKnown(name, value) ? [] : withValueWords(labelOf(name), value)))
  return { lens: { ...firstLens(filters), ...Object.fromEntries(known) }, unknown }

  function isKnown(name: string, value: string): boolean {
    const filter = filters.find(({ parameter }) => parameter === name)
    switch (filter?.kind) {
      case 'choice':
        return filter.values.some((each) => each.value === value)
      case 'number':
        return amountText(value) === value
      // Its kind is not known, or the interface states it.
      case undefined:
        return names === null || names.has(name) || STATED_FILTERS.includes(name)
    }
  }

  function labelOf(name: string): string {
    const filter = filters.find(({ parameter }) => parameter === name)
    return filter ? filterWord(filter.label) : name
  }
}
