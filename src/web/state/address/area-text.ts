import { AREAS_MAX } from '../../../contract/area.ts'
import { isResolution, parseCell, type Resolution } from '../../../domain/cell.ts'
import { formatCorners, parseCorners } from '../../../domain/corners-text.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { polygonFault } from '../../../domain/polygon.ts'
import {
  AREA_COLORS,
  type AreaChoice,
  type AreaColor,
  type AreaShape,
  baselineOf,
  type ChosenArea,
  parseResolution,
} from './area-choice.ts'
import { cleanName, shapeKey } from './area-list.ts'
import { circleText, parseCircle } from './number-parts.ts'

type Areas = Pick<AreaChoice, 'areas' | 'baseline'>

/**
 * Adds one `area` for each area, in their order: `c41.39500,2.16800,2:08`, which is the shape, a colon, the colour, the
 * resolution where one is chosen, `b` for the baseline unless it is the first, and after another colon the viewer's name.
 */
export function formatAreas(choice: Areas, params: URLSearchParams): void {
  const baseline = baselineOf(choice)?.color
  for (const [index, area] of choice.areas.entries()) {
    const mark = index > 0 && area.color === baseline ? 'b' : ''
    params.append('area', `${formatArea(area)}${mark}${area.name === null ? '' : `:${area.name}`}`)
  }
}

/** Returns an area's shape, colour and resolution as text that `parseArea` reads. */
export function formatArea({ shape, color, resolution }: Omit<ChosenArea, 'name'>): string {
  return `${shapeText(shape)}:${color}${resolution ?? ''}`
}

/** Reads the areas of an address. Older links, with only one area, have a `circle` and a separate baseline. */
export function parseAreas(params: URLSearchParams): Areas {
  const raw = params.getAll('area')
  const read = raw.length > 0 ? raw.map(parseArea) : olderAreas(params)
  const areas: ChosenArea[] = []
  let baseline: AreaColor | null = null
  for (const found of read.filter((area) => area !== null)) {
    const isKnown = areas.some(({ shape }) => shapeKey(shape) === shapeKey(found.area.shape))
    const color = [found.area.color, ...AREA_COLORS].find((each) => areas.every((area) => area.color !== each))
    if (isKnown || color === undefined || areas.length >= AREAS_MAX) continue
    areas.push({ ...found.area, color })
    if (found.isBaseline && baseline === null) baseline = color
  }
  return { areas, baseline: baseline === areas[0]?.color ? null : baseline }
}

interface ReadArea {
  readonly area: ChosenArea
  readonly isBaseline: boolean
}

/** Reads one `area`; null when it is not one. */
export function parseArea(raw: string): ReadArea | null {
  const [, kind = '', body = '', color = '', resolution, mark, name] =
    /^([cpgh])([^:]*):([0-5])([4-8])?(b)?(?::(.*))?$/su.exec(raw) ?? []
  const shape = parseShape(kind, body)
  const own = AREA_COLORS.find((each) => String(each) === color)
  if (shape === null || own === undefined) return null
  const chosen = Number(resolution)
  return {
    area: { shape, color: own, resolution: isResolution(chosen) ? chosen : null, name: cleanName(name ?? '') },
    isBaseline: mark !== undefined,
  }
}

function parseShape(kind: string, body: string): AreaShape | null {
  if (kind === 'c') {
    const circle = parseCircle(body)
    return circle && { kind: 'circle', circle }
  }
  if (kind === 'g') {
    const corners = parseCorners(body)
    return corners && polygonFault(corners) === null ? { kind: 'polygon', corners } : null
  }
  if (kind === 'h') {
    const cell = parseCell(body)
    return cell && isResolution(Number.parseInt(cell.charAt(1), 16)) ? { kind: 'cell', cell } : null
  }
  // Ids have no percent signs of their own.
  const geo_id = parseGeoId(body.replaceAll('%3A', ':'))
  return geo_id && { kind: 'place', geo_id }
}

function shapeText(shape: AreaShape): string {
  switch (shape.kind) {
    case 'circle':
      return `c${circleText(shape.circle)}`
    case 'polygon':
      return `g${formatCorners(shape.corners)}`
    case 'cell':
      return `h${shape.cell}`
    case 'place':
      return `p${shape.geo_id.replaceAll(':', '%3A')}`
  }
}

function olderAreas(params: URLSearchParams): (ReadArea | null)[] {
  const circle = parseCircle(params.get('circle'))
  const geo_id = parseGeoId(params.get('baseline') ?? '')
  const around = parseCircle(params.get('baseline_circle'))
  const own: AreaShape | null = circle && { kind: 'circle', circle }
  const other: AreaShape | null = geo_id ? { kind: 'place', geo_id } : around && { kind: 'circle', circle: around }
  const isSame = own !== null && other !== null && shapeKey(own) === shapeKey(other)
  return [
    older(own, parseResolution(params.get('circle_res')), isSame),
    isSame ? null : older(other, parseResolution(params.get('baseline_res')), true),
  ]
}

function older(shape: AreaShape | null, resolution: Resolution | null, isBaseline: boolean): ReadArea | null {
  return shape && { area: { shape, color: 0, resolution, name: null }, isBaseline }
}
