import { useState } from 'react'
import { useAddress } from './state/use-address.ts'

/** The contents of a phone's bottom sheet. */
export type PhoneSheet = 'filters' | 'meter' | 'place' | 'area' | 'cell'

/** Returns the open sheet: the one last opened, or the one for what was chosen since. Only one is open at a time. */
export function usePhoneSheet(): { sheet: PhoneSheet | null; open: (sheet: PhoneSheet) => void; close: () => void } {
  const place = useAddress((address) => address.place)
  const cell = useAddress((address) => address.cell)
  const circle = useAddress(({ circle: at }) => at && `${at.lat},${at.lng},${at.radius_km}`)
  const [sheet, setSheet] = useState<PhoneSheet | null>(null)
  const [seen, setSeen] = useState({ place, cell, circle })
  const chosen = newlyChosen(seen, { place, cell, circle })
  if (seen.place !== place || seen.cell !== cell || seen.circle !== circle) {
    setSeen({ place, cell, circle })
    if (chosen !== null) setSheet(chosen)
  }
  const isGone =
    (sheet === 'place' && place === null) ||
    (sheet === 'area' && circle === null) ||
    (sheet === 'cell' && cell === null)
  return { sheet: isGone ? null : sheet, open: setSheet, close: () => setSheet(null) }
}

interface Chosen {
  readonly place: string | null
  readonly cell: string | null
  readonly circle: string | null
}

function newlyChosen(before: Chosen, now: Chosen): PhoneSheet | null {
  if (now.cell !== null && now.cell !== before.cell) return 'cell'
  if (now.circle !== null && now.circle !== before.circle) return 'area'
  if (now.place !== null && now.place !== before.place) return 'place'
  return null
}
