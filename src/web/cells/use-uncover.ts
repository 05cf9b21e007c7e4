import { useEffect } from 'react'
import type { Cell } from '../../domain/cell.ts'
import { usePage } from '../state/store.ts'

/**
 * Asks the map to bring a cell that was just chosen out from under its card, once: as soon as the card has all that it
 * will say, and so its height. A cell that an address names stays where the address puts it.
 */
export function useUncover(cell: Cell, isWhole: boolean): void {
  // A move to the cell that was asked for before is to be taken up first.
  const isDue = usePage((page) => page.cellToUncover === cell && page.camera === null)
  useEffect(() => {
    if (isDue && isWhole) usePage.getState().set({ camera: { kind: 'uncover', cell }, cellToUncover: null })
  }, [isDue, isWhole, cell])
}
