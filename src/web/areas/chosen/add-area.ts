import type { Resolution } from '../../../domain/cell.ts'
import { type AreaColor, type AreaShape, baselineOf } from '../../state/address/area-choice.ts'
import {
  type AreaTraits,
  withArea,
  withAreaAgain,
  withAreaAt,
  withColor,
  withName,
  withoutArea,
  withResolution,
  withShape,
} from '../../state/address/area-list.ts'
import { usePage } from '../../state/store.ts'
import { getAddress, setAddress } from '../../state/use-address.ts'

/** The outcome of adding an area to the comparison. */
export type AddedArea = 'added' | 'already there' | 'no room'

interface AddOptions extends AreaTraits {
  /** Compares the others with it. */
  readonly asBaseline?: boolean
}

/**
 * Adds an area to those that are compared and opens its card; one that is already there is only opened. Buys nothing.
 */
export function addArea(shape: AreaShape, { asBaseline = false, ...traits }: AddOptions = {}): AddedArea {
  const added = withArea(getAddress().areas, shape, traits)
  if (added.kind === 'full') return 'no room'
  usePage.getState().set({ openArea: added.color, isChoosingArea: false })
  const marked = asBaseline ? { baseline: added.color } : {}
  if (added.kind === 'known') {
    setAddress(marked, 'push')
    return 'already there'
  }
  usePage.getState().set({ removedAreas: [] })
  setAddress({ areas: added.areas, ...marked }, 'push')
  return 'added'
}

/** Adds areas as one step of the history, as many as there is room for, and opens the last one's card. Buys nothing. */
export function addAreas(each: readonly { readonly shape: AreaShape; readonly name: string | null }[]): void {
  let { areas } = getAddress()
  let openArea: AreaColor | null = null
  for (const { shape, name } of each) {
    const added = withArea(areas, shape, { name })
    if (added.kind === 'full') break
    openArea = added.color
    if (added.kind === 'added') areas = added.areas
  }
  usePage.getState().set({ openArea, isChoosingArea: false })
  if (areas === getAddress().areas) return
  usePage.getState().set({ removedAreas: [], areAreasToFit: true })
  setAddress({ areas }, 'push')
}

/** Removes an area; `undoRemoval` brings it back. */
export function removeArea(color: AreaColor): void {
  const { areas, baseline } = getAddress()
  const index = areas.findIndex((area) => area.color === color)
  const area = areas[index]
  if (area === undefined) return
  const { removedAreas, openArea, set } = usePage.getState()
  set({
    removedAreas: [...removedAreas, { area, index, wasBaseline: baseline === color }],
    openArea: openArea === color ? null : openArea,
    drawing: null,
    draft: null,
  })
  setAddress({ areas: withoutArea(areas, color) }, 'push')
}

/** Brings back the area that was removed last. */
export function undoRemoval(): void {
  const { removedAreas, set } = usePage.getState()
  const last = removedAreas.at(-1)
  if (last === undefined) return
  set({ removedAreas: removedAreas.slice(0, -1) })
  const areas = withAreaAgain(getAddress().areas, last.area, last.index)
  if (areas === null) return
  const color = areas[Math.min(last.index, areas.length - 1)]?.color
  setAddress({ areas, ...(last.wasBaseline && color !== undefined && { baseline: color }) }, 'push')
}

/** Gives an area another shape; `replace` for one of many small steps. */
export function reshapeArea(color: AreaColor, shape: AreaShape, how: 'push' | 'replace' = 'push'): void {
  setAddress({ areas: withShape(getAddress().areas, color, shape) }, how)
}

export function moveArea(color: AreaColor, index: number): void {
  setAddress({ areas: withAreaAt(getAddress().areas, color, index) }, 'push')
}

export function renameArea(color: AreaColor, name: string): void {
  setAddress({ areas: withName(getAddress().areas, color, name) }, 'push')
}

/** Gives an area another colour and its letter; the area that has it gets this one's. */
export function recolorArea(color: AreaColor, wanted: AreaColor): void {
  const { areas } = getAddress()
  const base = baselineOf(getAddress())?.color ?? null
  const baseline = base === color ? wanted : base === wanted ? color : base
  usePage.getState().set({ openArea: wanted, colorToFocus: wanted })
  setAddress({ areas: withColor(areas, color, wanted), baseline }, 'push')
}

/** Compares the others with an area. */
export function takeBaseline(color: AreaColor): void {
  setAddress({ baseline: color }, 'push')
}

/** Shows some areas at a resolution. */
export function resolveAreas(colors: readonly AreaColor[], resolution: Resolution): void {
  const areas = colors.reduce((all, color) => withResolution(all, color, resolution), getAddress().areas)
  setAddress({ areas }, 'push')
}
