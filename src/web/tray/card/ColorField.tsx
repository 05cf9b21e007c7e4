import { useLayoutEffect, useRef } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { areaStyle } from '../../areas/chosen/AreaChip.tsx'
import { recolorArea } from '../../areas/chosen/add-area.ts'
import { letterOf } from '../../areas/chosen/area-name.ts'
import { t } from '../../language/translate.ts'
import { AREA_COLORS, type AreaColor } from '../../state/address/area-choice.ts'
import { usePage } from '../../state/store.ts'
import { FieldGroup } from '../../ui/controls/FieldGroup.tsx'
import styles from './ShapeFields.module.css'

/** The colours of areas, each with its letter. One that another area has is exchanged. */
export function ColorField({ color }: { color: AreaColor }) {
  const group = useFocusOnChoice(color)
  return (
    <FieldGroup name={t('Colour and letter')}>
      <ToggleButtonGroup
        ref={group}
        aria-label={t('Colour and letter')}
        className={styles.colors ?? ''}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[String(color)]}
        onSelectionChange={(keys) => {
          const wanted = AREA_COLORS.find((each) => keys.has(String(each)))
          if (wanted !== undefined && wanted !== color) recolorArea(color, wanted)
        }}
      >
        {AREA_COLORS.map((each) => (
          <ToggleButton key={each} id={String(each)} className={styles.color ?? ''} style={areaStyle(each)}>
            {letterOf(each)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FieldGroup>
  )
}

/** Keeps the focus on the chosen colour: a card belongs to its colour, so that another colour is chosen on another card. */
function useFocusOnChoice(color: AreaColor) {
  const group = useRef<HTMLDivElement>(null)
  const isWanted = usePage((page) => page.colorToFocus === color)
  useLayoutEffect(() => {
    if (!isWanted) return
    usePage.getState().set({ colorToFocus: null })
    group.current?.querySelector<HTMLElement>('[data-selected]')?.focus()
  }, [isWanted])
  return group
}
