import { useEffect } from 'react'
import { foundName, foundText } from '../state/address/found-point.ts'
import { useAddress } from '../state/use-address.ts'
import type { MapShell } from './shell/map-shell.ts'

/** Marks the point that was found by the search. */
export function useFoundMark(shell: MapShell | null, markClass: string): void {
  const found = useAddress((address) => address.found)
  const key = found && foundText(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the point
  useEffect(() => {
    if (shell === null || found === null) return
    const mark = document.createElement('div')
    mark.className = markClass
    mark.setAttribute('role', 'img')
    mark.setAttribute('aria-label', foundName(found))
    return shell.mark(found, mark)
  }, [shell, key, markClass])
}
