import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { GeoId, Level } from '../../domain/place.ts'
import { usePlaceArea } from '../areas/use-area.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { useRecordWord } from '../free/coverage.ts'
import type { Place } from '../free/geo.ts'
import { placePageOptions } from '../free/place-pages.ts'
import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import styles from './PlaceCard.module.css'
import { emptyReason, RankList } from './RankList.tsx'
import { useRankedParts } from './use-ranked-parts.ts'

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
      {(last?.isPending || last?.data?.isLast === false) && (
        <Button look="link" isBusy={last.isPending} onPress={() => setPages(pages + 1)}>
          {last.isPending ? t('Loading more parts…') : t('More parts')}
        </Button>
      )}
    </section>
  )
}

function Parts({ zone, parts }: { zone: GeoId; parts: readonly Place[] }) {
  const area = usePlaceArea(zone)
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(area.edition)
  const records = useRecordWord()
  const { ranked, read, hasFigures, isReading } = useRankedParts(area, parts)
  return (
    <>
      <p className={styles.quiet}>
        {hasFigures
          ? t('By their middle cell, from the figures already paid for.')
          : t('They are ranked once figures of this place are paid for.')}
      </p>
      {hasFigures && read < parts.length && (
        <p className={styles.quiet}>
          {t('{read, number} of {all, number} have been read so far.', { read, all: parts.length })}
        </p>
      )}
      <RankList
        label={t('Parts of this place')}
        ranked={ranked}
        metric={metric}
        units={units}
        missing={(each) =>
          isReading(each.place.geo_id) ? t('Loading…') : hasFigures ? emptyReason(each, records) : ''
        }
      />
    </>
  )
}
