import type { ReactNode } from 'react'
import { ShownFigures } from '../scale/ShownFigures.tsx'
import { AddressPatch } from '../state/use-address.ts'
import { useBesidePatch } from './use-beside-patch.ts'

interface WithSecondMapProps<T> {
  /** The value of a hook, read in the context of the second map. */
  read: () => T
  /** Gets null with one map. Hooks below it read the first map, as everywhere else. */
  children: (second: T | null) => ReactNode
}

/** Reads for the second map what a hook otherwise reads for the first. */
export function WithSecondMap<T>({ read, children }: WithSecondMapProps<T>) {
  const patch = useBesidePatch()
  if (patch === null) return children(null)
  return (
    <AddressPatch.Provider value={patch}>
      <ShownFigures>
        <Second read={read}>{children}</Second>
      </ShownFigures>
    </AddressPatch.Provider>
  )
}

function Second<T>({ read: useSecond, children }: WithSecondMapProps<T>) {
  const second = useSecond()
  return (
    <AddressPatch.Provider value={null}>
      <ShownFigures>{children(second)}</ShownFigures>
    </AddressPatch.Provider>
  )
}
