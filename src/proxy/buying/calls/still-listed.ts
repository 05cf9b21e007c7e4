import type { Cell } from '../../../domain/cell.ts'
import { tileCells } from '../../../domain/tile.ts'
import type { ListZoneCells } from '../../hints/ground/zone-cells.ts'
import type { BoughtSlice } from '../../tiles/cut-answer.ts'
import { runsOf } from '../../tiles/slice.ts'
import type { MadeCall } from './made-call.ts'

/**
 * What an answer about a place tells: a cell without a row has no figures, unless the service has drawn the place elsewhere
 * since its cells were listed. Where there are such cells, they are listed again; if that fails, the earlier list counts.
 * Returns the slices themselves where nothing was drawn elsewhere.
 */
export async function stillListed(
  listCells: ListZoneCells,
  { resolution }: MadeCall['name'],
  { selector }: MadeCall['call'],
  slices: readonly BoughtSlice[],
): Promise<readonly BoughtSlice[]> {
  if (selector.kind !== 'place' || !slices.some(({ figures }) => figures.includes(null))) return slices
  let listed: ReadonlySet<Cell> | null = null
  for await (const { end, cells } of listCells(selector.geo_id, resolution)) if (end === 'complete') listed = cells
  if (listed === null) return slices
  const now = listed
  const sure = slices.flatMap((slice) => surePart(slice, now))
  return sure.length === slices.length && sure.every((part, at) => part === slices[at]) ? slices : sure
}

/** The parts of a slice whose cells have a figure or are listed; the slice itself where that is all of it. */
function surePart(slice: BoughtSlice, listed: ReadonlySet<Cell>): BoughtSlice[] {
  const { parent, first, figures } = slice
  const cells = tileCells(parent).slice(first, first + figures.length)
  const isSure = (at: number) => figures[at] !== null || listed.has(cells[at] ?? parent)
  const runs = runsOf({ parent, first, cells }, isSure)
  if (runs.length === 1 && runs[0]?.[0]) return [slice]
  return runs.flatMap(([isKept, run]) => {
    if (!isKept) return []
    const from = run.first - first
    return [{ parent, first: run.first, figures: figures.slice(from, from + run.cells.length) }]
  })
}
