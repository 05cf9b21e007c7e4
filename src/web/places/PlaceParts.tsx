import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type GeoId, type Level, parseGeoId } from '../../domain/place.ts'
import { usePlaceArea } from '../areas/use-area.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { t } from '../language/translate.ts'
import type { Place } from '../queries/geo.ts'
import { useInTurn } from '../queries/in-turn.ts'
import { type PlaceCells, placeCellsAtOptions } from '../queries/place-cells.ts'
import { placePageOptions } from '../queries/place-pages.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import styles from './PlaceCard.module.css'
import { emptyReason, RankList } from './RankList.tsx'
import { cellsOfParts, rankPlaces } from './rank-parts.ts'

/** The places directly beneath one, ranked by this place's cells as far as they are known. Everything here is free. */
export function PlaceParts({ place }: { place: { readonly geo_id: GeoId; readonly level: Level } }) {
  const [pages, setPages] = useState(1)
  const names = Array.from({ length: pages }, (_, at) => ({ parent: place.geo_id, level: null, page: at + 1 }))
  const answers = useQueries({ queries: names.map(placePageOptions) })
  const parts = answers.flatMap(({ data }) => data?.places ?? [])
  const failed = answers.find(({ isLoadingError }) => isLoadingError)
  const last = answers.at(-1)
  if (failed) return <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />
  if (parts.length === 0) return null
  return (
    <section className={styles.section}>
      <h3>{t('Its parts')}</h3>
      <Parts zone={place.geo_id} parts={parts} />
      {last?.data?.isLast === false && (
        <Button look="link" onPress={() => setPages(pages + 1)}>
          {t('More parts')}
        </Button>
      )}
      {last?.isPending && <p className={styles.quiet}>{t('Loading more parts…')}</p>}
    </section>
  )
}

function Parts({ zone, parts }: { zone: GeoId; parts: readonly Place[] }) {
  const area = usePlaceArea(zone)
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(area.edition)
  const hasFigures = area.cells.some(({ figure }) => figure !== null)
  const lists = useInTurn<PlaceCells>(
    parts.map(({ geo_id }) => placeCellsAtOptions(parseGeoId(geo_id), area.resolution)),
    hasFigures,
  )
  const pick = useMemo(() => cellsOfParts(area.cells), [area.cells])
  const ranked = rankPlaces(
    parts.map((place, at) => ({ place, cells: pick(lists[at]?.cells ?? []) })),
    metric,
  )
  const read = lists.filter((list) => list !== undefined).length
  const isReading = new Map(parts.map(({ geo_id }, at) => [geo_id, hasFigures && lists[at] === undefined]))
  return (
    <>
      <p className={styles.quiet}>
        {hasFigures
          ? t('By their middle cell, from the figures of this place that are held.')
          : t('They are ranked once figures of this place are held.')}
      </p>
      {hasFigures && read < parts.length && (
        <p className={styles.quiet}>
          {t('{read, number} of {all, number} are read so far.', { read, all: parts.length })}
        </p>
      )}
      <RankList
        label={t('Parts of this place')}
        ranked={ranked}
        metric={metric}
        units={units}
        missing={(each) => (isReading.get(each.place.geo_id) ? t('Loading…') : hasFigures ? emptyReason(each) : '')}
      />
    </>
  )
}
