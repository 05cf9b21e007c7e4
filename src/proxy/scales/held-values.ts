import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { cellToChildren } from 'h3-js'
import { type Cell, cellParent, trustCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Figure, PublishedMetric } from '../../domain/figure.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { inTurns } from '../../server/work/turns.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import { layOut } from '../tiles/cut-answer.ts'
import { unpackTile } from '../tiles/stored-tile.ts'
import type { HeldTerritory } from './judge-territory.ts'
import type { Ground } from './territory-ground.ts'

interface HeldSource {
  readonly ledger: Pick<TileLedger, 'tile' | 'parts'>
  readonly lookups: Pick<Lookups, 'knownEmpty'>
}

/** Reads the values of a territory's cells from what is held. Lets other requests run after each tile. */
export async function readHeldValues(
  { ledger, lookups }: HeldSource,
  name: EditionName,
  metric: PublishedMetric,
  ground: Ground,
): Promise<HeldTerritory> {
  const parents = await inTurns(tilesOf(ground, name.resolution - TILE_DEPTH))
  const empty = await lookups.knownEmpty(name, parents)
  const observed: number[] = []
  const estimated: number[] = []
  let isWhole = ground.isComplete
  for (const parent of parents) {
    const figures = await heldFigures(ledger, name, parent)
    tileCells(parent).forEach((cell, index) => {
      if (!isIn(ground, cell)) return
      const figure = figures?.[index]
      if (figure === undefined) isWhole &&= empty.has(parent)
      const value = figure?.[metric] ?? null
      if (value !== null) (figure?.estimated === false ? observed : estimated).push(value)
    })
    await yieldToOthers()
  }
  return { observed, estimated, isWhole }
}

/** Returns a tile's figures in `tileCells` order, undefined where a cell is not held; null when nothing is. */
async function heldFigures(
  ledger: Pick<TileLedger, 'tile' | 'parts'>,
  name: EditionName,
  parent: Cell,
): Promise<readonly (Figure | null | undefined)[] | null> {
  // Parts first: a tile may become whole at any moment, and its parts are then deleted.
  const parts = await ledger.parts(name, parent)
  const tile = await ledger.tile(name, parent)
  if (tile !== null) return unpackTile(tile).figures
  return parts.length === 0 ? null : layOut(parent, parts)
}

/** Cells whose tiles are found in one step, which takes some milliseconds. */
const STEP = 2_000

/** The parents of the tiles that the ground lies in, found in steps. */
function* tilesOf({ cells, resolution: listed }: Ground, resolution: number): Generator<void, Cell[]> {
  const parents = new Set<Cell>()
  let seen = 0
  for (const cell of cells) {
    if (++seen % STEP === 0) yield
    if (listed >= resolution) parents.add(cellParent(cell, resolution))
    else for (const child of cellToChildren(cell, resolution)) parents.add(trustCell(child))
  }
  return [...parents]
}

function isIn({ cells, resolution }: Ground, cell: Cell): boolean {
  return cells.has(cellParent(cell, resolution))
}
