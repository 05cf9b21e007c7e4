import { useQuery } from '@tanstack/react-query'
import type { Circle } from '../../domain/distance.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { isFailureCode } from '../queries/http.ts'
import { periodOptions } from '../queries/period.ts'
import { tileStore } from '../queries/tile-store.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { failureWords } from '../ui/failure.ts'
import { countOf, formatRounded } from '../ui/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AreaCountsList } from './AreaCountsList.tsx'
import styles from './AreaPanel.module.css'
import { AreaSummary } from './AreaSummary.tsx'
import { areaFigures } from './area-cells.ts'
import { CentreButtons } from './CentreButtons.tsx'
import { circleKm2 } from './circle-reach.ts'
import { RadiusField } from './RadiusField.tsx'
import { type Area, useCircleArea } from './use-area.ts'

function closeArea(): void {
  usePage.getState().set({ picking: false })
  setAddress({ circle: null }, 'push')
}

/** A circle of a typed radius and what its cells' medians are. */
export function AreaPanel({ circle }: { circle: Circle }) {
  const area = useCircleArea(circle)
  return (
    <Panel
      title={`Circle of ${formatRounded(circleKm2(circle.radius_km))} km²`}
      onClose={closeArea}
      closeLabel="Remove the circle"
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
  if (period.isError) return <FailureNotice error={period.error} onRetry={() => void period.refetch()} />
  if (period.data === null)
    return <Notice kind="info">The service serves no period now, so there are no figures.</Notice>
  if (area.reach.kind === 'too_large') return <TooLarge {...area.reach} resolution={area.resolution} />
  const figures = areaFigures(area.cells, metric)
  return (
    <>
      <AreaSummary area={area} figures={figures} metric={metric} />
      <AreaCountsList counts={figures.counts} isLoading={area.isLoading} />
      <Offer area={area} />
    </>
  )
}

function TooLarge({
  tiles,
  coarser,
  resolution,
}: {
  tiles: number
  coarser: Area['resolution'] | null
  resolution: number
}) {
  const pin = () => setAddress({ resolution: coarser }, 'push')
  return (
    <Notice kind="info" action={coarser === null ? null : { label: `Show resolution ${coarser}`, onPress: pin }}>
      At resolution {resolution} this circle would need about {countOf(tiles, 'tile')} of {CELLS_PER_TILE} cells, which
      is too many. {coarser === null ? 'A smaller radius would do.' : `Resolution ${coarser} would do.`}
    </Notice>
  )
}

/** What is missing and what having it would take; nothing is bought before the button is pressed. */
function Offer({ area }: { area: Area }) {
  const { name, offered, refusal, fault } = area
  if (refusal !== null) {
    const about = { message: refusal.message, resetsAt: refusal.resets_at, retryAfterS: refusal.retry_after_s }
    const words = isFailureCode(refusal.code) ? failureWords(refusal.code, about) : refusal.message
    return (
      <Notice kind="warning" requestId={refusal.request_id}>
        {words}
      </Notice>
    )
  }
  if (fault !== null) {
    const retry = () => tileStore.forgetRefusals()
    return (
      <Notice kind="warning" action={{ label: 'Try again', onPress: retry }}>
        {fault}
      </Notice>
    )
  }
  if (name === null || offered.length === 0) return null
  return (
    <div className={styles.offer}>
      <p>
        The rest needs {countOf(offered.length, 'tile')}, {countOf(offered.length * CELLS_PER_TILE, 'cell')} at most.
      </p>
      <Button look="primary" onPress={() => void tileStore.requestPurchase(name, offered)}>
        Buy {countOf(offered.length, 'tile')}
      </Button>
    </div>
  )
}
