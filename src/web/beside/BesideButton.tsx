import { Columns2 } from 'lucide-react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useHasWebGl } from '../ui/device/use-has-web-gl.ts'
import { useIsPhone } from '../ui/device/use-media.ts'
import { closeBeside } from './BesideBar.tsx'

/** Opens the choice of a second map, and closes it. It stays, so that the buttons beside it keep their places. */
export function BesideButton() {
  const isBarOpen = usePage((page) => page.isBesideOpen)
  const isTwo = useAddress((address) => address.beside !== null)
  const isPhone = useIsPhone()
  const canDrawMaps = useHasWebGl()
  if (!canDrawMaps) return null
  const isOpen = isBarOpen || isTwo
  const toggle = isOpen ? closeBeside : () => usePage.getState().set({ isBesideOpen: true })
  if (isPhone) {
    return (
      <Button aria-label={t('Two maps')} data-opens="two-maps" aria-expanded={isOpen} onPress={toggle}>
        <Columns2 size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <Button data-opens="two-maps" aria-expanded={isOpen} onPress={toggle}>
      <Columns2 size={16} aria-hidden />
      {t('Two maps')}
    </Button>
  )
}
