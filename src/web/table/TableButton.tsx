import { Table2 } from 'lucide-react'
import { t } from '../language/translate.ts'
import { setAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'

/** Opens the table of the hexagons in view, as the key T does. */
export function TableButton({ onPress }: { onPress?: () => void }) {
  return (
    <Button
      aria-keyshortcuts="t"
      onPress={() => {
        setAddress({ table: true }, 'push')
        onPress?.()
      }}
    >
      <Table2 size={16} aria-hidden />
      {t('Table')}
    </Button>
  )
}
