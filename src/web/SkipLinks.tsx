import { t } from './language/translate.ts'
import styles from './SkipLinks.module.css'
import { setAddress } from './state/use-address.ts'
import { Button } from './ui/controls/Button.tsx'
import { useHasWebGl } from './ui/device/use-has-web-gl.ts'
import { MAP } from './ui/focus/kept-focus.ts'

/** What a keyboard reaches first, and nobody else sees: ways past the panels to the map and to its table. */
export function SkipLinks() {
  const canDrawMap = useHasWebGl()
  if (!canDrawMap) return null
  return (
    <nav className={styles.links} aria-label={t('Skip links')}>
      <Button onPress={focusMap}>{t('Skip to the map')}</Button>
      <Button onPress={focusTable}>{t('Skip to the table of hexagons')}</Button>
    </nav>
  )
}

function focusMap(): void {
  document.querySelector<HTMLElement>(MAP)?.focus()
}

/** The table takes the focus when it opens. */
function focusTable(): void {
  const grid = document.querySelector<HTMLElement>('[data-table] [role=grid]')
  if (grid) grid.focus()
  else setAddress({ table: true }, 'push')
}
