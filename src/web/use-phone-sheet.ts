import { useState } from 'react'
import { useAddress } from './state/use-address.ts'
import { hasWebGl } from './ui/has-web-gl.ts'

/** The contents of a phone's bottom sheet. */
export type PhoneSheet = 'filters' | 'meter' | 'place' | 'area' | 'cell' | 'table'

/** Returns the open sheet: the one last opened, or the one for what was chosen since. Only one is open at a time. */
export function usePhoneSheet(): { sheet: PhoneSheet | null; open: (sheet: PhoneSheet) => void; close: () => void } {
  const place = useAddress((address) => address.place)
  const cell = useAddress((address) => address.cell)
  const circle = useAddress(({ circle: at }) => at && `${at.lat},${at.lng},${at.radius_km}`)
  const table = useAddress((address) => (address.table && hasWebGl() ? 'open' : null))
  const [sheet, setSheet] = useState<PhoneSheet | null>(table === null ? null : 'table')
  const [seen, setSeen] = useState({ place, cell, circle, table })
  const chosen = newlyChosen(seen, { place, cell, circle, table })
  if (seen.place !== place || seen.cell !== cell || seen.circle !== circle || seen.table !== table) {
    setSeen({ place, cell, circle, table })
    if (chosen !== null) setSheet(chosen)
  }
  const isGone =
    (sheet === 'place' && place === null) ||
    (sheet === 'area' && circle === null) ||
    (sheet === 'cell' && cell === null) ||
    (sheet === 'table' && table === null)
  return { sheet: isGone ? null : sheet, open: setSheet, close: () => setSheet(null) }
}

interface Chosen {
  readonly place: string | null
  readonly cell: string | null
  readonly circle: string | null
  readonly table: string | null
}

function newlyChosen(before: Chosen, now: Chosen): PhoneSheet | null {
  if (now.cell !== null && now.cell !== before.cell) return 'cell'
  if (now.circle !== null && now.circle !== before.circle) return 'area'
  if (now.place !== null && now.place !== before.place) return 'place'
  if (now.table !== null && before.table === null) return 'table'
  return null
}
