import { AREAS_MAX } from '../../../contract/area.ts'
import type { Resolution } from '../../../domain/cell.ts'
import { formatCorners } from '../../../domain/corners-text.ts'
import { shownName } from '../../../domain/names/shown-name.ts'
import { AREA_COLORS, type AreaColor, type AreaShape, type ChosenArea } from './area-choice.ts'

type Areas = readonly ChosenArea[]

/** The longest name that an area may be given, in characters. */
export const AREA_NAME_MAX = 40

/** What became of an area that was to be added. */
export type Added =
  | { readonly kind: 'added'; readonly areas: Areas; readonly color: AreaColor }
  /** The same shape is there already. */
  | { readonly kind: 'known'; readonly color: AreaColor }
  | { readonly kind: 'full' }

/** What is known of an area before it is added. */
export type AreaTraits = Partial<Pick<ChosenArea, 'resolution' | 'name' | 'color'>>

/** Adds an area at the end, in its own colour or else the first free one. */
export function withArea(areas: Areas, shape: AreaShape, traits: AreaTraits = {}): Added {
  const { resolution = null, name = null, color: own } = traits
  const known = areas.find((area) => shapeKey(area.shape) === shapeKey(shape))
  if (known) return { kind: 'known', color: known.color }
  const color = freeColor(areas, own)
  if (color === undefined || areas.length >= AREAS_MAX) return { kind: 'full' }
  return { kind: 'added', color, areas: [...areas, { shape, color, resolution, name }] }
}

/** Returns the colour that the next area gets: its own, or else the first free one; undefined when all are taken. */
export function freeColor(areas: Areas, own?: AreaColor): AreaColor | undefined {
  return [own, ...AREA_COLORS].find((each) => each !== undefined && areas.every((area) => area.color !== each))
}

/** Puts an area back where it was; null where there is no room for it any more. */
export function withAreaAgain(areas: Areas, area: ChosenArea, index: number): Areas | null {
  const added = withArea(areas, area.shape)
  if (added.kind !== 'added') return null
  const isFree = areas.every(({ color }) => color !== area.color)
  const again = isFree ? area : { ...area, color: added.color }
  return [...areas.slice(0, index), again, ...areas.slice(index)]
}

export function withoutArea(areas: Areas, color: AreaColor): Areas {
  return areas.filter((area) => area.color !== color)
}

/** Gives an area another colour; the area that has it gets this one's. */
export function withColor(areas: Areas, color: AreaColor, wanted: AreaColor): Areas {
  const other = new Map([
    [color, wanted],
    [wanted, color],
  ])
  return areas.map((area) => ({ ...area, color: other.get(area.color) ?? area.color }))
}

/** Moves an area to a place in the order; beyond the ends, to the end. */
export function withAreaAt(areas: Areas, color: AreaColor, index: number): Areas {
  const moved = areas.find((area) => area.color === color)
  if (!moved) return areas
  const others = withoutArea(areas, color)
  const at = Math.max(0, Math.min(others.length, index))
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** Gives an area another shape. One of another size, and another place or cell, needs a new choice of resolution. */
export function withShape(areas: Areas, color: AreaColor, shape: AreaShape): Areas {
  return changed(areas, color, (area) => ({
    ...area,
    shape,
    resolution: sizeKey(shape) === sizeKey(area.shape) ? area.resolution : null,
  }))
}

export function withResolution(areas: Areas, color: AreaColor, resolution: Resolution | null): Areas {
  return changed(areas, color, (area) => ({ ...area, resolution }))
}

/** Gives an area a name of the viewer's; an empty one leaves it with its own. */
export function withName(areas: Areas, color: AreaColor, name: string): Areas {
  return changed(areas, color, (area) => ({ ...area, name: cleanName(name) }))
}

/** Returns a name without what cannot be shown, cut to length; null for an empty one. */
export function cleanName(raw: string): string | null {
  return shownName(raw, AREA_NAME_MAX)
}

/** A text that two shapes share when they are the same. */
export function shapeKey(shape: AreaShape): string {
  switch (shape.kind) {
    case 'circle':
      return `circle ${shape.circle.lat.toFixed(5)},${shape.circle.lng.toFixed(5)},${shape.circle.radius_km}`
    case 'place':
      return `place ${shape.geo_id}`
    case 'polygon':
      return `polygon ${formatCorners(shape.corners)}`
    case 'cell':
      return `cell ${shape.cell}`
  }
}

/** What the resolution depends on; a circle may move. */
function sizeKey(shape: AreaShape): string {
  return shape.kind === 'circle' ? `circle ${shape.circle.radius_km}` : shapeKey(shape)
}

function changed(areas: Areas, color: AreaColor, change: (area: ChosenArea) => ChosenArea): Areas {
  return areas.map((area) => (area.color === color ? change(area) : area))
}
