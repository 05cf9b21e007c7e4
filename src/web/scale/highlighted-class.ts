import { type ClassMark, usePage } from '../state/store.ts'

/**
 * Returns the number of the class that stands out on the map, the one pointed at or else the one chosen, among classes
 * with these breaks; null when none does, or while there are no classes.
 */
export function useHighlightedClass(breaks: readonly number[] | null): number | null {
  return usePage(({ pointedClass, pinnedClass }) => {
    if (breaks === null) return null
    return [pointedClass, pinnedClass].find((mark) => isOf(mark, breaks))?.index ?? null
  })
}

/** True when a class that was marked is one of the classes with these breaks. */
export function isOf(mark: ClassMark | null, breaks: readonly number[]): mark is ClassMark {
  return mark !== null && String(mark.breaks) === String(breaks)
}
