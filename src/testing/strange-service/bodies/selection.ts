import { getHexagonEdgeLengthAvg, gridDisk, latLngToCell, UNITS } from 'h3-js'
import { type Cell, isResolution, parseCell, type Resolution, trustCell } from '../../../domain/cell.ts'
import { type Circle, circleCells } from '../../../domain/distance.ts'
import { cellsOfPlace } from '../rules/lands.ts'
import type { StrangeRules } from '../rules/rules.ts'

/** The cells that a metered request selects. */
export interface Selection {
  readonly selector: 'h3' | 'circle' | 'geo_id'
  readonly cells: readonly Cell[]
  /** Number of cells that count against the budget. */
  readonly cost: number
  readonly isUnderstood: boolean
  /** True for a circle that is wider than the service allows. */
  readonly isTooWide?: boolean
}

/** Reads the selector; the proxy never sends more than one. */
export function readSelection(rules: StrangeRules, query: URLSearchParams): Selection {
  const { listStyle, styleRefusal } = rules
  const place = query.get('geo_id')
  if (place !== null) return readPlace(cellsOfPlace(rules, place, Number(query.get('res') ?? 8)) ?? [])
  const lists = query.getAll('h3')
  if (lists.length === 0) return readCircle(query, rules)
  const named = lists.flatMap((list) => list.split(','))
  if (listStyle === 'first') return listed(named.slice(0, 1))
  const isOdd = listStyle === 'commas' ? lists.length > 1 : listStyle === 'repeats' && named.length > lists.length
  if (isOdd && styleRefusal === null) return listed(named.slice(0, 1))
  return { ...listed(named), ...(isOdd ? { isUnderstood: false } : {}) }
}

function readPlace(cells: readonly Cell[]): Selection {
  return { selector: 'geo_id', cells, cost: cells.length, isUnderstood: cells.length > 0 }
}

function listed(named: readonly string[]): Selection {
  const cells = named.map(parseCell).filter((cell) => cell !== null)
  return { selector: 'h3', cells, cost: cells.length, isUnderstood: cells.length === named.length }
}

function readCircle(
  query: URLSearchParams,
  { widestKm, circleAs, circleFactor, circleRings }: StrangeRules,
): Selection {
  const [lat = 0, lng = 0, radius_km = 0, resolution = 8] = ['lat', 'lng', 'radius_km', 'res'].map((name) =>
    Number(query.get(name) ?? Number.NaN),
  )
  const circle = circleAs({ lat, lng, radius_km })
  const isTooWide = radius_km > widestKm
  const isUnderstood = radius_km > 0 && isResolution(resolution)
  const cellsIn = () =>
    circleRings === null
      ? circleCells(circle, resolution as Resolution)
      : ringCells(circle, resolution as Resolution, circleRings)
  const cells = isUnderstood && !isTooWide ? cellsIn() : []
  return { selector: 'circle', cells, cost: cells.length * circleFactor, isUnderstood, isTooWide }
}

function ringCells({ lat, lng, radius_km }: Circle, resolution: Resolution, rings: (widths: number) => number): Cell[] {
  const width = Math.sqrt(3) * getHexagonEdgeLengthAvg(resolution, UNITS.km)
  return gridDisk(latLngToCell(lat, lng, resolution), rings(radius_km / width)).map(trustCell)
}
