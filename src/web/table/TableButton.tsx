import { Table2 } from 'lucide-react'
import { t } from '../language/translate.ts'
import { setAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { useIsPhone } from '../ui/use-media.ts'

/** Opens the table of the hexagons in view, as the key T does. */
export function TableButton({ onPress }: { onPress?: () => void }) {
  const isPhone = useIsPhone()
  const open = () => {
    setAddress({ table: true }, 'push')
    onPress?.()
  }
  if (isPhone) {
    return (
      <Button aria-label={t('Table')} aria-keyshortcuts="t" onPress={open}>
        <Table2 size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <Button aria-keyshortcuts="t" onPress={open}>
      <Table2 size={16} aria-hidden />
      {t('Table')}
    </Button>
  )
}
