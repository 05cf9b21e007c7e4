import { useEffect, useMemo } from 'react'
import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import type { Circle } from '../../domain/distance.ts'
import { tilesInBounds } from '../../domain/tile.ts'
import { type CellView, useCells, useEditionName } from '../map/view-cells.ts'
import type { EditionName } from '../queries/editions.ts'
import { type TileStore, tileStore, useTileStoreVersion } from '../queries/tile-store.ts'
import { type RestedView, usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { type CircleReach, reachOf } from './circle-reach.ts'

/** What is known of an area, and what is still to be had. */
export interface Area {
  readonly resolution: Resolution
  readonly reach: CircleReach
  readonly cells: readonly CellView[]
  /** Null until the period and the first figures are known. */
  readonly name: EditionName | null
  readonly edition: Edition | null
  /** Tiles that nobody else is about to buy: what the offer is about. */
  readonly offered: readonly Cell[]
  readonly isLoading: boolean
  /** Why tiles were not bought, the first reason of them. */
  readonly refusal: Refusal | null
  /** Why tiles could not be asked for. */
  readonly fault: string | null
}

const NO_CELLS: readonly Cell[] = []

/** An area that is a circle, at the resolution in force. Gets what is paid for; buys nothing. */
export function useCircleArea({ lat, lng, radius_km }: Circle): Area {
  const rested = usePage((page) => page.rested)
  const pinned = useAddress((address) => address.resolution)
  const resolution = rested?.resolution ?? pinned ?? 8
  const name = useEditionName(resolution)
  const reach = useMemo(() => reachOf({ lat, lng, radius_km }, resolution), [lat, lng, radius_km, resolution])
  const [cells, parents] = reach.kind === 'cells' ? [reach.cells, reach.parents] : [NO_CELLS, NO_CELLS]
  useTileStoreVersion()
  useEffect(() => {
    if (name !== null) void tileStore.ensureHeld(name, parents)
  }, [name, parents])
  return {
    resolution,
    reach,
    cells: useCells(cells, resolution),
    name,
    edition: name && tileStore.edition(name),
    ...(name === null ? NOTHING_KNOWN : needsOf(tileStore, name, parents, rested)),
  }
}

type Needs = Pick<Area, 'offered' | 'isLoading' | 'refusal' | 'fault'>

const NOTHING_KNOWN: Needs = { offered: [], isLoading: true, refusal: null, fault: null }

/** What an area's tiles still need; the map buys those in view by itself unless it has declined them. */
function needsOf(store: TileStore, name: EditionName, parents: readonly Cell[], rested: RestedView | null): Needs {
  const inView = new Set(rested ? tilesInBounds(rested.bounds, name.resolution) : [])
  const states = new Map(parents.map((parent) => [parent, store.stateOf(name, parent)]))
  const isComing = (parent: Cell) => states.get(parent)?.kind === 'not_held' && inView.has(parent)
  const kinds = [...states.values()]
  const refused = kinds.find((state) => state.kind === 'refused')
  const failed = kinds.find((state) => state.kind === 'failed')
  return {
    offered: store.missing(name, parents).filter((parent) => !isComing(parent)),
    isLoading: parents.some((parent) => isComing(parent) || isUnderWay(states.get(parent)?.kind)),
    refusal: refused?.refusal ?? null,
    fault: failed?.message ?? null,
  }
}

function isUnderWay(kind: string | undefined): boolean {
  return kind === 'unknown' || kind === 'fetching' || kind === 'buying'
}
