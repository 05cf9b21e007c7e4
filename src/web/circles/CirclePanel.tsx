import { useQuery } from '@tanstack/react-query'
import { type Circle, circleKm2 } from '../../domain/distance.ts'
import { AreaAnyway } from '../areas/AreaAnyway.tsx'
import { AreaCountsList } from '../areas/AreaCountsList.tsx'
import { AreaRest } from '../areas/AreaRest.tsx'
import { AreaSummary } from '../areas/AreaSummary.tsx'
import type { Area } from '../areas/area.ts'
import { areaFigures } from '../areas/area-cells.ts'
import { CoarserNote } from '../areas/CoarserNote.tsx'
import { t } from '../language/translate.ts'
import { periodOptions } from '../queries/period.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { formatRounded } from '../ui/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { CentreButtons } from './CentreButtons.tsx'
import styles from './CirclePanel.module.css'
import { RadiusField } from './RadiusField.tsx'
import { useCircleArea } from './use-circle-area.ts'

function closeCircle(): void {
  usePage.getState().set({ picking: false })
  setAddress({ circle: null }, 'push')
}

/** A circle of a typed radius and the distribution of its cells' medians. */
export function CirclePanel({ circle }: { circle: Circle }) {
  const area = useCircleArea(circle)
  return (
    <Panel
      title={t('Circle of {area} km²', { area: formatRounded(circleKm2(circle.radius_km)) })}
      onClose={closeCircle}
      closeLabel={t('Remove the circle')}
      keepsOnEscape
    >
      <div className={styles.body}>
        <div className={styles.shape}>
          <RadiusField circle={circle} />
          <CentreButtons circle={circle} />
        </div>
        <AreaContent area={area} />
      </div>
    </Panel>
  )
}

function AreaContent({ area }: { area: Area }) {
  const metric = useAddress((address) => address.metric)
  const period = useQuery(periodOptions)
  if (period.isLoadingError) return <FailureNotice error={period.error} onRetry={() => void period.refetch()} />
  if (period.data?.as_of === null)
    return (
      <Notice kind="info">
        {t('The statistics service has no published period at the moment, so there are no figures.')}
      </Notice>
    )
  const figures = areaFigures(area.cells, metric)
  const noCellsText = t('No resolution {resolution} cell has its centre in this circle. Enter a larger radius.', {
    resolution: String(area.resolution),
  })
  return (
    <>
      {(area.resolution !== null || area.failure === null) && (
        <>
          <AreaSummary area={area} noCellsText={noCellsText} figures={figures} metric={metric} />
          <AreaCountsList counts={figures.counts} isLoading={area.isLoading} />
        </>
      )}
      <CoarserNote {...area} />
      <AreaRest area={area} onCoarser={(circleResolution) => setAddress({ circleResolution }, 'push')} />
      <AreaAnyway area={area} />
    </>
  )
}
