import { Table2 } from 'lucide-react'
import { t } from '../language/translate.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useIsPhone } from '../ui/device/use-media.ts'
import { closeTable } from './TablePanel.tsx'

/** Opens the table of the hexagons in view, as the key T does. A desktop's closes it, too, and so has the focus again afterwards. */
export function TableButton({ onPress }: { onPress?: () => void }) {
  const isPhone = useIsPhone()
  const isOpen = useAddress((address) => address.table)
  const open = () => {
    setAddress({ table: true }, 'push')
    onPress?.()
  }
  if (isPhone) {
    return (
      <Button aria-label={t('Table')} data-opens="table" aria-keyshortcuts="t" onPress={open}>
        <Table2 size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <Button data-opens="table" aria-keyshortcuts="t" aria-expanded={isOpen} onPress={isOpen ? closeTable : open}>
      <Table2 size={16} aria-hidden />
      {t('Table')}
    </Button>
  )
}
