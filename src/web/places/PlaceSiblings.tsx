import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Edition } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { GeoId, Level } from '../../domain/place.ts'
import { usePlaceResolution } from '../areas/resolution/use-area-resolution.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { useRecordWord } from '../free/coverage.ts'
import { ancestorsOf, type Place } from '../free/geo.ts'
import { placePageOptions } from '../free/place-pages.ts'
import { t } from '../language/translate.ts'
import { type AreaFacts, heldAreaOptions } from '../metered/areas.ts'
import { useReading } from '../metric/use-reading.ts'
import { useInTurn } from '../requests/in-turn.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { placeName } from '../ui/words/place-name.ts'
import { type CellView, useEditionName } from '../view/view-cells.ts'
import styles from './PlaceCard.module.css'
import { emptyReason, RankList } from './RankList.tsx'
import { rankPlaces } from './rank-parts.ts'

interface PlaceSiblingsProps {
  geoId: GeoId
  place: Place
}

/** The places under the same parent, ranked by their held figures. Never buys anything. */
export function PlaceSiblings({ geoId, place }: PlaceSiblingsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const [above] = ancestorsOf(place)
  useEffect(() => {
    // The button that had it is gone, and the list is not there yet.
    if (isOpen) heading.current?.focus({ preventScroll: true })
  }, [isOpen])
  if (above === undefined) return null
  return (
    <section className={styles.section}>
      <h3 ref={heading} tabIndex={-1}>
        {t('In {place}', { place: placeName(above) })}
      </h3>
      {isOpen ? (
        <Siblings geoId={geoId} place={place} parent={above.geo_id} />
      ) : (
        <Button look="link" onPress={() => setIsOpen(true)}>
          {t('Rank it among neighbouring places')}
        </Button>
      )}
    </section>
  )
}

function Siblings({ geoId, place, parent }: PlaceSiblingsProps & { parent: string }) {
  const page = useQuery(placePageOptions({ parent, level: null, page: 1 }))
  const { resolution } = usePlaceResolution(geoId)
  const name = useEditionName(resolution && rankedAt(resolution, place.level))
  const { otherOf } = useReading()
  if (page.isLoadingError) return <FailureNotice error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data || name === null) return <p className={styles.quiet}>{t('Loading…')}</p>
  const other = otherOf(name)
  if (other !== null) {
    return (
      <p className={styles.quiet}>
        {other.join === 'other_is_earlier'
          ? t('A change compares two periods, so it is not ranked here.')
          : t('A yield compares sales and rents, so it is not ranked here.')}
      </p>
    )
  }
  const listed = page.data.places.filter(({ level }) => level === place.level)
  const siblings = listed.some(({ geo_id }) => geo_id === place.geo_id) ? listed : [place, ...listed]
  return <HeldSiblings place={place} siblings={siblings} name={name} isAll={page.data.isLast} />
}

/** The finest resolution at which places of a level are compared: finer, the largest have too many cells. */
const FINEST_AT: Readonly<Record<Level, Resolution>> = {
  country: 4,
  region: 5,
  province: 6,
  city: 7,
  macrozone: 8,
  microzone: 8,
}

function rankedAt(own: Resolution, level: Level): Resolution {
  return own < FINEST_AT[level] ? own : FINEST_AT[level]
}

interface HeldSiblingsProps {
  place: Place
  siblings: readonly Place[]
  name: EditionName
  isAll: boolean
}

function HeldSiblings({ place, siblings, name, isAll }: HeldSiblingsProps) {
  const metric = useAddress((address) => address.metric)
  const { read } = useReading()
  const areas = useInTurn<AreaFacts | null>(siblings.map(({ geo_id }) => heldAreaOptions(name, { geo_id })))
  const edition = areas.find((area) => area?.edition)?.edition ?? null
  const ranked = rankPlaces(
    siblings.map((each, at) => ({ place: each, cells: cellsOf(areas[at] ?? null, read) })),
    metric,
  )
  const answered = areas.filter((area) => area !== undefined).length
  const held = areas.filter((area) => area).length
  const all = siblings.length
  const state = new Map(siblings.map(({ geo_id }, at) => [geo_id, areas[at]]))
  return (
    <>
      <p className={styles.quiet}>
        {answered < all && t('{read, number} of {all, number} have been read so far.', { read: answered, all })}
        {/* Only the end is spoken. */}
        <span role="status">
          {answered === all &&
            t(
              'At resolution {resolution, number}, all figures are available for {held, number} of {all, plural, one {# place} other {# places}}. Nothing is bought for this list.',
              { resolution: name.resolution, held, all },
            )}
        </span>
      </p>
      {!isAll && <p className={styles.quiet}>{t('These are the first hundred.')}</p>}
      <SiblingRanks
        edition={edition}
        ranked={ranked}
        current={place.geo_id}
        missingOf={(geoId) =>
          state.get(geoId) === undefined ? t('Loading…') : state.get(geoId) ? null : t('Not available')
        }
      />
    </>
  )
}

interface SiblingRanksProps {
  edition: Edition | null
  ranked: ReturnType<typeof rankPlaces>
  current: string
  /** Null for a place whose figures are held. */
  missingOf: (geoId: string) => string | null
}

function SiblingRanks({ edition, ranked, current, missingOf }: SiblingRanksProps) {
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(edition)
  const records = useRecordWord()
  return (
    <RankList
      label={t('Neighbouring places')}
      ranked={ranked}
      metric={metric}
      units={units}
      current={current}
      missing={(each) => missingOf(each.place.geo_id) ?? emptyReason(each, records)}
    />
  )
}

function cellsOf(facts: AreaFacts | null, read: ReturnType<typeof useReading>['read']): CellView[] {
  return [...(facts?.cells ?? [])].map(([cell, { state, figure }]) => ({ cell, state, figure: figure && read(figure) }))
}
