import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Cell, cellResolution, isResolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { tileParent } from '../../domain/tile.ts'
import { periodOptions } from '../free/period.ts'
import { useReading } from '../metric/use-reading.ts'
import { type RestedView, usePage } from '../state/store.ts'
import { tileStore, useFinestResolution, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { hasWebGl } from '../ui/device/has-web-gl.ts'
import { resolutionOver } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'

interface CardCell {
  /** Null while the period is not known. */
  readonly name: EditionName | null
  readonly state: CellState
  readonly figure: Figure | null
}

/**
 * Returns what is known about a cell, which need not be in view or at the map's resolution. Fetches its tile if the proxy
 * holds it; otherwise only a view that contains the tile buys it, so elsewhere it counts as left unbought.
 */
export function useCardCell(cell: Cell): CardCell {
  const resolution = cellResolution(cell)
  const name = useEditionName(isResolution(resolution) ? resolution : null)
  const rested = usePage((page) => page.rested)
  const version = useTileStoreVersion()
  const finest = useFinestResolution()
  const { otherOf, source } = useReading()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused may have been forgotten since
  useEffect(() => {
    if (!name) return
    void settle(name, cell, rested)
    const other = otherOf(name)
    if (other) void settle(other.name, cell, rested)
  }, [name, cell, rested, version, otherOf])
  const isPeriodUnknown = useQuery(periodOptions).isLoadingError
  if (name === null) return { name, state: isPeriodUnknown ? 'failed' : 'loading', figure: null }
  const known = source.cellOf(name, cell)
  const isTooFine = name.resolution > finest && (known.state === 'loading' || known.state === 'not_bought')
  return { name, ...known, ...(isTooFine && { state: 'finer_than_plan' as const }) }
}

async function settle(name: EditionName, cell: Cell, rested: RestedView | null): Promise<void> {
  const parent = tileParent(cell)
  await tileStore.ensureHeld(name, [parent])
  // A map that has not come to rest yet may buy the tile.
  if (rested === null && hasWebGl()) return
  // A view does not buy earlier periods by itself.
  if (!isInView(rested, name, parent)) tileStore.decline(name, [parent], 'unasked')
}

function isInView(rested: RestedView | null, { resolution }: EditionName, parent: Cell): boolean {
  if (rested === null || resolutionOver(rested.view) !== resolution) return false
  return tilesInView(rested.bounds, resolution).parents.includes(parent)
}
