import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'

/** True while there is an area to compare, or one that was just removed and can come back. */
export function useHasTray(): boolean {
  const hasAreas = useAddress((address) => address.areas.length > 0)
  return usePage((page) => page.removedAreas.length > 0) || hasAreas
}
