import { Columns2 } from 'lucide-react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useHasWebGl } from '../ui/device/use-has-web-gl.ts'
import { useIsPhone } from '../ui/device/use-media.ts'

/** Opens the choice of a second map. */
export function BesideButton() {
  const isOpen = usePage((page) => page.isBesideOpen)
  const isTwo = useAddress((address) => address.beside !== null)
  const isPhone = useIsPhone()
  const canDrawMaps = useHasWebGl()
  if (isOpen || isTwo || !canDrawMaps) return null
  const open = () => usePage.getState().set({ isBesideOpen: true })
  if (isPhone) {
    return (
      <Button aria-label={t('Two maps')} data-opens="two-maps" onPress={open}>
        <Columns2 size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <Button data-opens="two-maps" onPress={open}>
      <Columns2 size={16} aria-hidden />
      {t('Two maps')}
    </Button>
  )
}
