import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { meterOptions } from '../metered/meter.ts'
import { useLastReceipt } from '../tiles/page-tiles.ts'
import type { LastReceipt } from '../tiles/tile-store.ts'
import { describeFailure } from '../ui/failures/describe-failure.ts'
import { resetToCome } from '../ui/failures/refusal-words.ts'
import { formatCount, formatDay } from '../ui/words/format.ts'
import styles from './MeterPanel.module.css'

interface MeterPanelProps {
  /** Show only the calls left. */
  brief?: boolean
}

/** The metered calls left in this cycle, when it resets, and what the current view cost. */
export function MeterPanel({ brief = false }: MeterPanelProps) {
  const asked = useQuery(meterOptions)
  const meter = asked.data ?? null
  const failure = meter === null && asked.isError ? describeFailure(asked.error).words : null
  const receipt = useLastReceipt()
  return (
    <div className={styles.meter}>
      {(meter === null || meter.remaining !== null) && <Room brief={brief} />}
      <p>
        {meter && callsLeft(meter, brief)}
        {meter === null && (failure === null ? t('Calls left: …') : t('Calls left: unknown'))}
      </p>
      {!brief && (
        <>
          <p className={styles.detail} title={besideText(receipt)}>
            {failure ?? statusText(meter, receipt)}
          </p>
          {asked.isRefetchError && (
            <p className={styles.detail}>
              {t('The number of calls could not be refreshed. The one above is the last one known.')}
            </p>
          )}
          {meter?.degraded && (
            <p className={styles.detail}>
              {t('The service cannot count calls right now. The number above is the last one known.')}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** An invisible line as long as most meters, so that nothing moves when the meter and the receipt arrive. */
function Room({ brief }: { brief: boolean }) {
  const calls = callsLeft(USUAL_METER, brief)
  const receipt = brief ? '' : receiptText({ calls: 0, bought_cells: 0, beside_cells: 0, held_cells: 9_999 })
  return <span className={styles.room} data-words={`${calls}\n${receipt}`} aria-hidden />
}

type Counts = Pick<Meter, 'remaining' | 'limit' | 'used' | 'is_counted' | 'resets_at'>

const USUAL_METER: Counts = {
  remaining: 20_000,
  limit: 20_000,
  used: 0,
  is_counted: true,
  resets_at: '9999-12-31T00:00:00Z',
}

function callsLeft(meter: Counts, isBrief: boolean): string {
  const { remaining, limit, used, is_counted } = meter
  const resets_at = isBrief ? null : resetToCome(meter)
  if (remaining === null) {
    if (used === null) return is_counted === false ? t('Calls are not counted') : t('Calls left: unknown')
    return resets_at === null
      ? t('{used, plural, one {# call} other {# calls}} used', { used })
      : t('{used, plural, one {# call} other {# calls}} used, resets {day}', { used, day: formatDay(resets_at) })
  }
  const ofLimit = limit === null || isBrief ? null : formatCount(limit)
  const day = resets_at === null ? null : formatDay(resets_at)
  if (ofLimit !== null && day !== null) {
    return t('{remaining, plural, one {# of {limit} call left} other {# of {limit} calls left}}, resets {day}', {
      remaining,
      limit: ofLimit,
      day,
    })
  }
  if (ofLimit !== null) {
    return t('{remaining, plural, one {# of {limit} call left} other {# of {limit} calls left}}', {
      remaining,
      limit: ofLimit,
    })
  }
  if (day !== null) {
    return t('{remaining, plural, one {# call left} other {# calls left}}, resets {day}', { remaining, day })
  }
  return t('{remaining, plural, one {# call left} other {# calls left}}', { remaining })
}

function statusText(meter: Meter | null, receipt: LastReceipt | null): string {
  if (meter?.spending.paused) return t('Nothing can be bought at the moment')
  return receipt ? receiptText(receipt) : t('This view: no calls')
}

/** Returns the sentence on extra cells; undefined without any. It is not part of the line, which would wrap. */
function besideText(receipt: LastReceipt | null): string | undefined {
  const beside = receipt?.beside_cells ?? 0
  return beside === 0
    ? undefined
    : t(
        '{beside, plural, one {# of the cells lies} other {# of the cells lie}} around the view and cost no extra call',
        { beside },
      )
}

/** Returns what a view cost: `This view: 2 calls, 2,744 cells; 5,145 already paid for`. */
function receiptText({ calls, bought_cells: bought, held_cells: held }: LastReceipt): string {
  if (calls === 0) {
    return held === 0
      ? t('This view: no calls')
      : t('This view: no calls, {held, plural, one {# cell} other {# cells}} already paid for', { held })
  }
  return held === 0
    ? t('This view: {calls, plural, one {# call} other {# calls}}, {bought, plural, one {# cell} other {# cells}}', {
        calls,
        bought,
      })
    : t(
        'This view: {calls, plural, one {# call} other {# calls}}, {bought, plural, one {# cell} other {# cells}}; {held, number} already paid for',
        { calls, bought, held },
      )
}
