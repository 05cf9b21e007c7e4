import { useMemo } from 'react'
import type { AsOf } from '../../domain/period.ts'
import { lastMonth } from '../figures/window-words.ts'
import { useAsOf, useShownAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { earlierLabels, type OfferedPeriod, offeredPeriods } from './offered-periods.ts'
import { periodWords } from './period-words.ts'
import { UnavailableNotice } from './UnavailableNotice.tsx'
import { useEarlierInView } from './use-earlier-in-view.ts'
import { useUnavailablePlace } from './use-unavailable-place.ts'

/** The earlier period that the map's changes are counted from, with what each costs here. */
export function SincePart() {
  const since = useAddress((address) => address.since)
  const served = useAsOf() ?? null
  const shown = useShownAsOf() ?? null
  const { answer, failure } = useEarlierInView(useMemo(() => earlierLabels(served), [served]))
  const place = useUnavailablePlace()
  if (failure !== null) return <FailureNotice error={failure.error} onRetry={failure.retry} />
  const offered = (answer ? offeredPeriods(answer) : []).filter(({ as_of }) => shown === null || as_of < shown)
  const isOffered = offered.some(({ as_of }) => as_of === since)
  const options = offered.map((period) => ({ value: period.as_of as string, label: periodWords(period) }))
  const own = since === null || isOffered ? [] : [{ value: since as string, label: lastMonth(since) }]
  const all = [...own, ...options]
  // Where none are sold, the notice says so; that there are no figures would be a guess.
  const isSold = answer !== null && answer.unavailable === null
  return (
    <>
      {all.length > 0 && (
        <SelectField
          label={t('Since')}
          options={all}
          value={since ?? ''}
          onChange={(next) => {
            const chosen = offered.find(({ as_of }) => as_of === next)
            if (chosen) setAddress({ since: chosen.as_of }, 'push')
          }}
        />
      )}
      {answer && place === 'since' && <UnavailableNotice answer={answer} />}
      {isSold && since === null && offered.length === 0 && (
        <Notice kind="info">{t('The service has no figures for an earlier period in this view.')}</Notice>
      )}
      {(isSold || offered.length > 0) && since !== null && !isOffered && (
        <NoSuchPeriod since={since} offered={offered} isSold={isSold} />
      )}
    </>
  )
}

interface NoSuchPeriodProps {
  since: AsOf
  offered: readonly OfferedPeriod[]
  isSold: boolean
}

function NoSuchPeriod({ since, offered, isSold }: NoSuchPeriodProps) {
  const oldest = offered.at(-1)?.as_of ?? null
  const month = lastMonth(since)
  if (oldest === null) {
    return (
      <Notice kind="info">
        {t('The service has no figures for {month}, or for any other earlier period, in this view.', { month })}
      </Notice>
    )
  }
  return (
    <Notice
      kind="info"
      action={{
        label: t('Compare with {place}', { place: lastMonth(oldest) }),
        onPress: () => setAddress({ since: oldest }, 'push'),
      }}
    >
      {isSold
        ? t('The service has no figures for {month} in this view.', { month })
        : t('{month} has not been bought in this view.', { month })}
    </Notice>
  )
}
