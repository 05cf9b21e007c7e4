import type { ReactNode } from 'react'
import { ReadingProvider } from '../metric/use-reading.ts'
import { ViewCellsProvider } from '../view/view-cells.ts'
import { ScaleProvider } from './use-scale.ts'

/**
 * What a map shows, found out once for everything inside: how figures are read, the cells in view, and their classes. Each
 * of two maps has its own.
 */
export function ShownFigures({ children }: { children: ReactNode }) {
  return (
    <ReadingProvider>
      <ViewCellsProvider>
        <ScaleProvider>{children}</ScaleProvider>
      </ViewCellsProvider>
    </ReadingProvider>
  )
}
