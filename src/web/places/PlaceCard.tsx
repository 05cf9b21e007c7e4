import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GeoId } from '../../domain/place.ts'
import { PlaceFigures } from '../areas/summary/PlaceFigures.tsx'
import { rollupWords } from '../areas/summary/rollup-words.ts'
import { ancestorsOf, isCountryId, type Place, placeOptions } from '../free/geo.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { t } from '../language/translate.ts'
import { RequestError } from '../requests/http.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { countryName, levelLabel, namesApart, placeName } from '../ui/words/place-name.ts'
import { CompareButton } from './CompareButton.tsx'
import { choosePlace } from './choose-place.ts'
import styles from './PlaceCard.module.css'
import { PlaceHistory } from './PlaceHistory.tsx'
import { PlaceParts } from './PlaceParts.tsx'
import { PlaceSiblings } from './PlaceSiblings.tsx'
import { outlineGap } from './place-words.ts'
import { SignalMark } from './SignalMark.tsx'

interface PlaceCardProps {
  place: GeoId
  takesFocus: boolean
  onClose: () => void
  /** Ways to take the place along. */
  share: ReactNode
}

/** The chosen place: its name, its ancestors as links, and what the service has there. */
export function PlaceCard({ place: geoId, takesFocus, onClose, share }: PlaceCardProps) {
  const place = useQuery(placeOptions(geoId))
  const missing = describeMissing(place.error)
  const level = place.data ? levelLabel(place.data.level) : t('Place')
  return (
    <Panel
      kicker={level}
      title={place.data ? placeName(place.data) : place.isPending ? t('Loading…') : missing}
      onClose={onClose}
      closeLabel={t('Close this place')}
      takesFocus={takesFocus}
    >
      <div className={styles.body}>
        {place.isLoadingError && <FailureNotice error={place.error} onRetry={() => void place.refetch()} />}
        {place.data && <Breadcrumbs place={place.data} />}
        {place.data && <PlaceFigures key={geoId} zone={geoId} />}
        {place.data?.signal && <SignalMark signal={place.data.signal} />}
        {!isCountryId(geoId) && <CellsNote zone={geoId} placeFailed={place.isLoadingError} />}
        {place.data && (
          <>
            <CompareButton place={geoId} />
            {share}
            <PlaceHistory place={geoId} />
            <PlaceParts place={{ geo_id: geoId, level: place.data.level }} />
            <PlaceSiblings geoId={geoId} place={place.data} />
          </>
        )}
      </div>
    </Panel>
  )
}

function describeMissing(error: unknown): string {
  return error instanceof RequestError && error.code === 'unknown_place' ? t('Not found') : t('Not loaded')
}

function Breadcrumbs({ place }: { place: Place }) {
  const client = useQueryClient()
  const ancestors = ancestorsOf(place).toReversed()
  const names = namesApart([...ancestors, place])
  if (ancestors.length === 0) {
    return place.level === 'country' ? null : <p className={styles.quiet}>{countryName(place.country)}</p>
  }
  return (
    <nav aria-label={t('Located in')}>
      <ol className={styles.crumbs}>
        {ancestors.map((ancestor, index) => (
          <li key={ancestor.geo_id} className={styles.crumb}>
            <Button look="link" data-on-paper onPress={() => choosePlace(client, ancestor.geo_id, null)}>
              {names[index]}
            </Button>
            {index < ancestors.length - 1 && <ChevronRight size={12} aria-hidden className={styles.chevron} />}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CellsNote({ zone, placeFailed }: { zone: GeoId; placeFailed: boolean }) {
  const cells = useQuery(placeCellsOptions(zone))
  if (cells.isLoadingError && !placeFailed)
    return <FailureNotice error={cells.error} onRetry={() => void cells.refetch()} />
  if (!cells.data) return null
  if (cells.data.cells.length === 0)
    return <p className={styles.quiet}>{t('The service has no outline for this place.')}</p>
  const { rollupNote } = cells.data
  const gap = outlineGap(cells.data)
  return (
    <>
      {gap !== null && <Notice kind="warning">{gap}</Notice>}
      {rollupNote !== null && <Notice kind="info">{rollupWords()}</Notice>}
    </>
  )
}
