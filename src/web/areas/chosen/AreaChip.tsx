import type { CSSProperties } from 'react'
import type { AreaColor } from '../../state/address/area-choice.ts'
import styles from './AreaChip.module.css'
import { letterOf } from './area-name.ts'

/** Sets the colour of an area for everything within an element. */
export function areaStyle(color: AreaColor): CSSProperties {
  return {
    '--mark': `var(--area-${color})`,
    '--mark-soft': `color-mix(in srgb, var(--area-${color}) 18%, transparent)`,
  } as CSSProperties
}

/** An area's letter on its colour, as on the map. */
export function AreaChip({ color }: { color: AreaColor }) {
  return (
    <span className={styles.chip} style={areaStyle(color)} aria-hidden>
      {letterOf(color)}
    </span>
  )
}
