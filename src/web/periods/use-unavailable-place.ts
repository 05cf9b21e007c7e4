import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { useIsPhone } from '../ui/device/use-media.ts'

/**
 * Returns where the screen says why no earlier periods can be bought, so that it says so once: with the months, below the
 * choice of the period that changes are counted from, or else in place of an offer.
 */
export function useUnavailablePlace(): 'months' | 'since' | 'offer' {
  const isMonthsOpen = usePage((page) => page.isMonthsOpen)
  const isEarlier = useAddress((address) => address.period !== null)
  const isChange = useAddress((address) => address.metric === 'change')
  const isMapTab = usePage((page) => page.panelTab === 'map')
  const sheet = usePage((page) => page.sheet)
  const isPhone = useIsPhone()
  // A phone's sheet hides what is below it.
  if ((isMonthsOpen || isEarlier) && (!isPhone || sheet === null)) return 'months'
  return isChange && isMapTab && (!isPhone || sheet === 'panel') ? 'since' : 'offer'
}
