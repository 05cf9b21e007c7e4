import { useEffect } from 'react'
import type { Cell } from '../../domain/cell.ts'
import { usePage } from '../state/store.ts'

/**
 * Asks the map, once, to move a cell that was just chosen out from under its card. Waits until the card is complete and
 * so has its final height. A cell opened by a link stays where the link puts it.
 */
export function useUncover(cell: Cell, isWhole: boolean): void {
  // A camera move requested earlier goes first.
  const isDue = usePage((page) => page.cellToUncover === cell && page.camera === null)
  useEffect(() => {
    if (isDue && isWhole) usePage.getState().set({ camera: { kind: 'uncover', cell }, cellToUncover: null })
  }, [isDue, isWhole, cell])
}
