import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { tileParent } from '../../domain/tile.ts'
import { stateSentence } from '../figures/state-words.ts'
import { monthsOfPeriod } from '../figures/window-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { type ChangeMonths, changeSentence } from '../metric/change-words.ts'
import { type Reading, useReading } from '../metric/use-reading.ts'
import { yieldSentence } from '../metric/yield-words.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { useViewCells } from '../view/view-cells.ts'

interface Side {
  readonly state: CellState
  readonly figure: Figure | null
}

/** A cell's figures that are joined: under each of the two offers of a yield, or now and in an earlier period. */
export type CellSides =
  | { readonly kind: 'yield'; readonly sale: Side; readonly rent: Side }
  | { readonly kind: 'change'; readonly now: Side; readonly earlier: Side; readonly months: ChangeMonths }

/** What cards and tips say about a cell under the metric in force. */
export interface CellReading {
  readonly reading: Reading
  /** Null for metrics that need one edition. */
  readonly sides: CellSides | null
  /** Returns what a state means for the cell. */
  readonly sentence: (state: CellState) => string
}

/** Returns how to speak about a cell under the metric in force. */
export function useCellReading(name: EditionName | null, cell: Cell | null): CellReading {
  const reading = useReading()
  const records = useRecordWord()
  useTileStoreVersion()
  const sides = name && cell ? sidesOf(reading, name, cell) : null
  const edition = name && tileStore.edition(name)
  const isBeyond = useIsBeyondView(name, cell)
  const sentence = (state: CellState) => {
    if (isBeyond && state === 'loading') return t('Not loaded: this view is too wide. Zoom in to see the figures here.')
    if (sides === null) return stateSentence(state, edition, records)
    // A row without a price per m² is not a figure of a pair.
    const isComparable = state !== 'too_few'
    if (sides.kind === 'change') {
      const states = { now: sides.now.state, earlier: sides.earlier.state, isComparable, counts: countsOf(sides) }
      return changeSentence(states, sides.months, { edition, records })
    }
    return yieldSentence({ sale: sides.sale.state, rent: sides.rent.state, isComparable }, edition, records)
  }
  return { reading, sides, sentence }
}

/** A change is as uncertain as the fewest listings behind it. */
function countsOf({ now, earlier }: Extract<CellSides, { kind: 'change' }>) {
  const [count, before] = [now.figure?.listings ?? null, earlier.figure?.listings ?? null]
  return count === null || before === null ? undefined : { now: count, earlier: before }
}

/** True in the outer part of a view that is too wide: nothing is requested there. */
function useIsBeyondView(name: EditionName | null, cell: Cell | null): boolean {
  const view = useViewCells()
  if (view === null || name === null || cell === null || !view.isCut) return false
  return view.name.resolution === name.resolution && !view.parents.has(tileParent(cell))
}

function sidesOf({ otherOf }: Reading, name: EditionName, cell: Cell): CellSides | null {
  const other = otherOf(name)
  if (other === null) return null
  const [own, theirs] = [tileStore.cellOf(name, cell), tileStore.cellOf(other.name, cell)]
  switch (other.join) {
    case 'own_is_sale':
      return { kind: 'yield', sale: own, rent: theirs }
    case 'other_is_sale':
      return { kind: 'yield', sale: theirs, rent: own }
    case 'other_is_earlier': {
      const { resolution } = name
      const months = {
        now: monthsOfPeriod(name.as_of, resolution),
        earlier: monthsOfPeriod(other.name.as_of, resolution),
      }
      return { kind: 'change', now: own, earlier: theirs, months }
    }
  }
}
