import { useState } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { t } from '../../language/translate.ts'
import type { ChosenArea } from '../../state/address/area-choice.ts'
import { useAddress } from '../../state/use-address.ts'
import { useAreaNames } from './area-name.ts'

/** Speaks the name of an area that has just been added to those that are compared. */
export function AreaVoice() {
  const areas = useAddress((address) => address.areas)
  const [spoken, setSpoken] = useState({ areas, added: areas.slice(0, 0) })
  if (spoken.areas !== areas) {
    const has = (list: readonly ChosenArea[], { color }: ChosenArea) => list.some((each) => each.color === color)
    const isLonger = areas.length > spoken.areas.length
    // The area as it was when added: a later change of its shape does not count as another addition.
    const added = isLonger
      ? areas.filter((area) => !has(spoken.areas, area))
      : spoken.added.filter((area) => has(areas, area))
    setSpoken({ areas, added })
  }
  const [name] = useAreaNames(spoken.added)
  return (
    <VisuallyHidden role="status" data-testid="area-voice">
      {name !== undefined && t('{name} added.', { name })}
    </VisuallyHidden>
  )
}
