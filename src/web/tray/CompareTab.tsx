import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { FilesFold } from '../export/FilesFold.tsx'
import { periodOptions } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { withoutPeriodWords } from '../legend/PeriodNotice.tsx'
import { OwnShapes } from '../own-areas/OwnShapes.tsx'
import { usePage } from '../state/store.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { scrollParentOf } from '../ui/focus/scroll-parent.ts'
import { AreaFiles } from './AreaFiles.tsx'
import { CompareWith } from './CompareWith.tsx'
import { AreaCard } from './card/AreaCard.tsx'
import { useTray } from './compared/use-tray.ts'
import { JointRestOffer } from './JointRestOffer.tsx'
import { Mismatch } from './Mismatch.tsx'
import { ShowAll } from './ShowAll.tsx'
import styles from './Tray.module.css'
import { TrayBasis } from './TrayBasis.tsx'
import { TrayChart } from './TrayChart.tsx'
import { UndoRemoval } from './UndoRemoval.tsx'
import { useFitAreas } from './use-fit-areas.ts'
import { useHasTray } from './use-has-tray.ts'

/** The compared areas: a card with the figure of each, all on one axis, and ways to add more. */
export function CompareTab() {
  const tray = useTray()
  const { entries } = tray
  const isSingle = entries.length === 1
  const openArea = usePage((page) => page.openArea)
  const hasTray = useHasTray()
  const top = useTopWhenAdded(entries.length)
  useFitAreas()
  return (
    <div ref={top} className={styles.tray} data-testid="tray">
      <WithPeriod>
        {!isSingle && entries.length > 0 && (
          <div>
            <h2 className={styles.title}>{t('Middle cell of each area')}</h2>
            <TrayBasis tray={tray} />
          </div>
        )}
        <Mismatch tray={tray} />
        <ol className={styles.cards} aria-label={t('Compared areas')}>
          {entries.map((entry, index) => (
            <AreaCard
              key={entry.chosen.color}
              entry={entry}
              tray={tray}
              index={index}
              isSingle={isSingle}
              isOpen={isSingle || openArea === entry.chosen.color}
            />
          ))}
        </ol>
        {!isSingle && <TrayChart tray={tray} />}
        <JointRestOffer entries={entries} />
      </WithPeriod>
      {!hasTray && (
        <p>{t('Draw a circle on the map to see how the prices in it are spread, then compare it with other areas.')}</p>
      )}
      <UndoRemoval />
      <CompareWith tray={tray} />
      <OwnShapes />
      {entries.length > 0 && (
        <>
          <div>
            <ShowAll />
          </div>
          <FilesFold>
            <AreaFiles />
          </FilesFold>
        </>
      )}
    </div>
  )
}

/** Scrolls to the figures, which stand at the top, when an area is added to others. */
function useTopWhenAdded(count: number) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current && count > 1) scrollParentOf(content.current)?.scrollTo({ top: 0 })
    before.current = count
  }, [count])
  return content
}

/** The figures, or why there is no period to take them from. */
function WithPeriod({ children }: { children: React.ReactNode }) {
  const period = useQuery(periodOptions)
  if (period.isLoadingError) return <FailureNotice error={period.error} onRetry={() => void period.refetch()} />
  if (period.data?.as_of !== null) return children
  return <Notice kind="info">{withoutPeriodWords(period.data)}</Notice>
}
