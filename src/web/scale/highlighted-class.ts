import { type ClassMark, usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { classWithEnds } from './chosen-breaks.ts'
import type { Scale } from './use-scale.ts'

/**
 * Returns the number of the class that stands out on the map, the one pointed at or else the one chosen; null when none
 * of this scale's does, or without a scale.
 */
export function useHighlightedClass(scale: Scale | null): number | null {
  const chosen = useChosenClass(scale)
  return usePointedClass(scale) ?? chosen
}

/** Returns the number of the class that is pointed at or focused; null when none of this scale's is. */
export function usePointedClass(scale: Scale | null): number | null {
  return usePage(({ pointedClass }) => (scale !== null && isOf(pointedClass, scale.breaks) ? pointedClass.index : null))
}

/** Returns the number of the class that was chosen to stand out; null when none of this scale's was. */
export function useChosenClass(scale: Scale | null): number | null {
  return useAddress(({ shownClass }) => scale && shownClass && classWithEnds(shownClass, scale.decided))
}

/** True when a class that is pointed at is one of the classes with these breaks. */
function isOf(mark: ClassMark | null, breaks: readonly number[]): mark is ClassMark {
  return mark !== null && String(mark.breaks) === String(breaks)
}
