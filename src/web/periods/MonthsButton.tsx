import { CalendarRange } from 'lucide-react'
import { useHasEarlier } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useIsPhone } from '../ui/device/use-media.ts'
import { closeMonths } from './MonthsBar.tsx'

/**
 * Opens the bar with the months, and closes it; nothing where there is only one. It stays, so that the buttons beside it keep
 * their places.
 */
export function MonthsButton() {
  const isBarOpen = usePage((page) => page.isMonthsOpen)
  const isEarlier = useAddress((address) => address.period !== null)
  const hasEarlier = useHasEarlier()
  const isPhone = useIsPhone()
  const isOpen = isBarOpen || isEarlier
  if (!isOpen && !hasEarlier) return null
  const toggle = isOpen ? closeMonths : () => usePage.getState().set({ isMonthsOpen: true })
  if (isPhone) {
    return (
      <Button aria-label={t('Months')} data-opens="months" aria-expanded={isOpen} onPress={toggle}>
        <CalendarRange size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <Button data-opens="months" aria-expanded={isOpen} onPress={toggle}>
      <CalendarRange size={16} aria-hidden />
      {t('Months')}
    </Button>
  )
}
