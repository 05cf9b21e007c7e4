import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { setAddress } from '../state/use-address.ts'
import { ErrorBoundary } from '../ui/failures/ErrorBoundary.tsx'
import { LoadingPart } from '../ui/failures/LoadingPart.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './TablePanel.module.css'

const CellTable = lazy(() => import('./CellTable.tsx'))

/** Closes the table. */
export function closeTable(): void {
  setAddress({ table: false }, 'push')
}

/** The table of the hexagons in view, in a panel beside the map; above it `offer`, where it would cover what offers them. */
export function TablePanel({ offer }: { offer?: ReactNode }) {
  // A link opens the table too, and leaves the focus where it is.
  const [wasPressed] = useState(() => !usePage.getState().isTableLinked)
  useEffect(() => () => usePage.getState().set({ isTableLinked: false }), [])
  return (
    <Panel
      title={t('Hexagons in view')}
      onClose={closeTable}
      closeLabel={t('Close the table')}
      takesFocus={wasPressed}
      keepsHeading
      openedBy="table"
    >
      {offer}
      <div className={styles.body}>
        <TableContent />
      </div>
    </Panel>
  )
}

/** The table alone, as high as its container; its code arrives when it is first opened. */
export function TableContent() {
  return (
    <ErrorBoundary part={t('The table')}>
      <Suspense
        fallback={
          <LoadingPart part={t('The table')}>
            <p role="status">{t('Loading the table…')}</p>
          </LoadingPart>
        }
      >
        <CellTable />
      </Suspense>
    </ErrorBoundary>
  )
}
