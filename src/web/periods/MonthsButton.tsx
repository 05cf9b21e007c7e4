import { CalendarRange } from 'lucide-react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'

/** Opens the bar with the months. */
export function MonthsButton() {
  const isOpen = usePage((page) => page.isMonthsOpen)
  const isEarlier = useAddress((address) => address.period !== null)
  if (isOpen || isEarlier) return null
  return (
    <Button onPress={() => usePage.getState().set({ isMonthsOpen: true })}>
      <CalendarRange size={16} aria-hidden />
      {t('Months')}
    </Button>
  )
}
