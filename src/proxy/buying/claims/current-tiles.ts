import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { PeriodFinder } from '../../hints/periods/period-finder.ts'
import type { TileLedger } from '../../ledger/ledger.ts'

/** Tiles that would be bought in one period. */
export interface CurrentTiles {
  readonly name: EditionName
  readonly parents: readonly Cell[]
}

/**
 * Returns the edition that tiles would be bought in: of the period that the service sells them in now, which may be newer
 * than the one requested, and another one for other tiles. Another proxy may have found it first.
 */
export async function currentTiles(
  { period, ledger }: { period: Pick<PeriodFinder, 'ofTiles'>; ledger: Pick<TileLedger, 'newestPeriod'> },
  name: EditionName,
  parents: readonly Cell[],
): Promise<readonly CurrentTiles[]> {
  const newest = await ledger.newestPeriod()
  const found = await period.ofTiles(name, parents, newest)
  const periods = new Set(found?.values())
  if (found === null || periods.size === 0) return [{ name, parents }]
  return [...periods].map((as_of) => ({
    name: { ...name, as_of },
    parents: parents.filter((parent) => found.get(parent) === as_of),
  }))
}
