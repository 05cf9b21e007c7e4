import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { stateSentence } from '../figures/state-words.ts'
import { type Reading, useReading } from '../metric/use-reading.ts'
import { yieldSentence } from '../metric/yield-words.ts'
import { useRecordWord } from '../queries/coverage.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'

/** A cell's figure under each of the two offers of a yield. */
export interface CellSides {
  readonly sale: { readonly state: CellState; readonly figure: Figure | null }
  readonly rent: { readonly state: CellState; readonly figure: Figure | null }
}

/** What cards and tips say about a cell under the metric in force. */
export interface CellReading {
  readonly reading: Reading
  /** Null for metrics that need one offer. */
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
  return {
    reading,
    sides,
    sentence: (state) =>
      sides === null
        ? stateSentence(state, edition, records)
        : yieldSentence(
            { sale: sides.sale.state, rent: sides.rent.state, isComparable: state !== 'too_few' },
            edition,
            records,
          ),
  }
}

function sidesOf({ otherOf }: Reading, name: EditionName, cell: Cell): CellSides | null {
  const other = otherOf(name)
  if (other === null) return null
  const [own, theirs] = [tileStore.cellOf(name, cell), tileStore.cellOf(other.name, cell)]
  return other.sale === 'own' ? { sale: own, rent: theirs } : { sale: theirs, rent: own }
}
