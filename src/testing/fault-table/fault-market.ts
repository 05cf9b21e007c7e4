import { type Cell, cellParent, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../cells.ts'
import type { StrangeRules } from '../strange-service/rules/rules.ts'

const [FINE] = parentsAround(8, 1)
if (FINE === undefined) throw new Error('expected a tile around Barcelona, found none')

/** A tile's parent by the resolution of its cells. */
export const PARENT = Object.fromEntries(
  RESOLUTIONS.map((resolution) => [resolution, cellParent(FINE, resolution - TILE_DEPTH)]),
) as Readonly<Record<Resolution, Cell>>

/** A named place with the cells of that tile. */
export const PLACE = 'quarter'

/** Everything that the requests of the table need. */
export const FAULT_MARKET: Partial<StrangeRules> = {
  places: { [PLACE]: tileCells(FINE) },
  currencies: ['USD', 'EUR'],
  describesItself: true,
}
