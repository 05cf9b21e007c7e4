import { type Cell, isResolution, parseCell } from '../../domain/cell.ts'
import { circleCells } from '../../domain/distance.ts'
import { cellsOfPlace } from './lands.ts'
import type { StrangeRules } from './rules.ts'

/** The cells that a metered request selects. */
export interface Selection {
  readonly selector: 'h3' | 'circle' | 'geo_id'
  readonly cells: readonly Cell[]
  /** Number of cells that count against the budget. */
  readonly cost: number
  readonly isUnderstood: boolean
}

/** Reads the selector; the proxy never sends more than one. */
export function readSelection(rules: StrangeRules, query: URLSearchParams): Selection {
  const { listStyle, styleRefusal, circleFactor } = rules
  const place = query.get('geo_id')
  if (place !== null) return readPlace(cellsOfPlace(rules, place, Number(query.get('res') ?? 8)) ?? [])
  const lists = query.getAll('h3')
  if (lists.length === 0) return readCircle(query, circleFactor)
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

function readCircle(query: URLSearchParams, circleFactor: number): Selection {
  const [lat = 0, lng = 0, radius_km = 0, resolution = 8] = ['lat', 'lng', 'radius_km', 'res'].map((name) =>
    Number(query.get(name) ?? Number.NaN),
  )
  const isUnderstood = radius_km > 0 && radius_km <= 500 && isResolution(resolution)
  const cells = isResolution(resolution) ? circleCells({ lat, lng, radius_km }, resolution) : []
  return { selector: 'circle', cells, cost: cells.length * circleFactor, isUnderstood }
}
