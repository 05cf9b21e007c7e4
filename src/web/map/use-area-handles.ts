import { useEffect, useRef } from 'react'
import { letterOf, useAreaNames } from '../areas/chosen/area-name.ts'
import { type AreaOutline, useAreaOutlines } from '../drawing/area-outlines.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { radiusUnit } from '../ui/words/radius-words.ts'
import { AreaHandles, type HandleClasses } from './area-handles.ts'
import type { MapShell } from './shell/map-shell.ts'

/** Keeps a letter on each compared area of the map, and handles on the one whose card is open. */
export function useAreaHandles(shell: MapShell | null, classes: HandleClasses): void {
  const areas = useAddress((address) => address.areas)
  const names = useAreaNames(areas)
  const outlines = useAreaOutlines()
  const openArea = usePage((page) => page.openArea)
  const handles = useRef<AreaHandles | null>(null)
  useEffect(() => {
    if (!shell) return
    handles.current = new AreaHandles(shell, classes)
    return () => {
      handles.current?.remove()
      handles.current = null
    }
  }, [shell, classes])
  const named = areas.map((area, index) => ({ area, name: names[index] ?? '' }))
  const key = JSON.stringify([named, openArea, useAreaUnit(radiusUnit)])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for areas, names and the unit of radii
  useEffect(() => {
    const open = areas.length === 1 ? (areas[0]?.color ?? null) : openArea
    handles.current?.show(
      named.map(({ area, name }) => ({ area, name, middle: middleOf(outlines, area.color) })),
      open,
    )
  }, [shell, key, outlines])
}

/** Writes the letter of each compared area on a second map, which has the handles of none. */
export function useAreaLetters(shell: MapShell | null, letterClass: string): void {
  const outlines = useAreaOutlines()
  useEffect(() => {
    if (!shell) return
    const stops = outlines.map(({ color, middle }) => {
      const letter = document.createElement('span')
      letter.className = letterClass
      letter.style.setProperty('--mark', `var(--area-${color})`)
      letter.textContent = letterOf(color)
      letter.ariaHidden = 'true'
      return shell.mark(middle, letter)
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [shell, outlines, letterClass])
}

function middleOf(outlines: readonly AreaOutline[], color: number) {
  return outlines.find((outline) => outline.color === color)?.middle ?? null
}
