import { CalendarRange } from 'lucide-react'
import { useHasEarlier } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useIsPhone } from '../ui/device/use-media.ts'

/** Opens the bar with the months; nothing where there is only one. */
export function MonthsButton() {
  const isOpen = usePage((page) => page.isMonthsOpen)
  const isEarlier = useAddress((address) => address.period !== null)
  const hasEarlier = useHasEarlier()
  const isPhone = useIsPhone()
  if (isOpen || isEarlier || !hasEarlier) return null
  const open = () => usePage.getState().set({ isMonthsOpen: true })
  if (isPhone) {
    return (
      <Button aria-label={t('Months')} data-opens="months" onPress={open}>
        <CalendarRange size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <Button data-opens="months" onPress={open}>
      <CalendarRange size={16} aria-hidden />
      {t('Months')}
    </Button>
  )
}
