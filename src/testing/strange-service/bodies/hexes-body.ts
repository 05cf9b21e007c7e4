import { type Cell, cellToDecimal, isResolution } from '../../../domain/cell.ts'
import { cellsOfPlace } from '../rules/lands.ts'
import { Refused } from '../rules/refused.ts'
import type { StrangeRules } from '../rules/rules.ts'

/** Returns a page of a place's cells; null for an unknown place. */
export function hexesBody(rules: StrangeRules, geo_id: string, query: URLSearchParams): unknown {
  const { parameters, pageSize } = rules.hexes
  const unknown = [...query.keys()].find((name) => !Object.values(parameters).includes(name))
  if (unknown !== undefined && rules.unknownParameters === 'refused') {
    throw new Refused('invalid_parameter', { parameter: unknown })
  }
  if (rules.countries.includes(geo_id)) throw new Refused('invalid_parameter', { parameter: 'geo_id' })
  const resolution = Number(query.get(parameters.resolution) ?? rules.zoneResolution)
  if (!isResolution(resolution)) throw new Refused('invalid_parameter', { parameter: parameters.resolution })
  if (rules.plansGateHexes && resolution > rules.finestResolution) throw new Refused('resolution_not_in_plan')
  const cells = cellsOfPlace(rules, geo_id, resolution)
  if (cells === null) return null
  const size = Math.min(pageSize, Number(query.get(parameters.limit) ?? pageSize))
  return pageOf(rules, cells, { cursor: query.get(parameters.cursor), size, resolution })
}

function pageOf(
  { hexes, cursors, zoneResolution }: StrangeRules,
  cells: readonly Cell[],
  { cursor, size, resolution }: { cursor: string | null; size: number; resolution: number },
): unknown {
  if (cursor !== null && !/^\d+$/.test(cursor)) throw new Refused('invalid_cursor')
  const after = Number(cursor ?? 0) + size
  const from = cursors === 'own page' ? after - size : 0
  const next = cursors === 'first page' ? size : after
  const items = cells
    .slice(from, from + size)
    .map(cellToDecimal)
    .map((h3) => (hexes.item === 'object' ? { h3 } : h3))
  const isLast = from + size >= cells.length
  return {
    territory: territoryOf(hexes.rolledUpFrom, resolution, zoneResolution),
    ...placed(hexes.list, items),
    ...placed(hexes.next, isLast ? null : String(next)),
  }
}

function territoryOf(spelling: StrangeRules['hexes']['rolledUpFrom'], resolution: number, stored: number): object {
  if (resolution >= stored || spelling === 'absent') return {}
  const rolled_up_from = spelling === 'text' ? String(stored) : stored
  return { rolled_up_from, rollup_note: `Cells reach beyond the place: it is stored at resolution ${stored}.` }
}

/** Puts a value at a name, within an object when the name has a dot. */
function placed(name: string, value: unknown): object {
  const [first = '', inner] = name.split('.')
  return inner === undefined ? { [first]: value } : { [first]: { [inner]: value } }
}
