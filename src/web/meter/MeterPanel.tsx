import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../contract/proxy-api.ts'
import { meterOptions } from '../queries/meter.ts'
import { useLastReceipt } from '../queries/page-tiles.ts'
import type { LastReceipt } from '../queries/tile-store.ts'
import { describeFailure } from '../ui/describe-failure.ts'
import { countOf, formatCount, formatDay } from '../ui/format.ts'
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
      <p>
        {meter ? <CallsLeft meter={meter} brief={brief} /> : failure === null ? 'Calls left: …' : 'Calls left: unknown'}
      </p>
      {!brief && (
        <>
          <p className={styles.detail}>{failure ?? statusText(meter, receipt)}</p>
          {meter?.degraded && (
            <p className={styles.detail}>
              The service cannot count calls right now. The number above is the last one known.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function CallsLeft({ meter, brief }: { meter: Meter; brief: boolean }) {
  const { remaining, limit, used, resets_at, is_counted } = meter
  const reset = resets_at === null || brief ? '' : `resets ${formatDay(resets_at)}`
  if (remaining === null) {
    if (used !== null) return <>{`${countOf(used, 'call')} used${reset && `, ${reset}`}`}</>
    return <>{is_counted === false ? 'Calls are not counted' : 'Calls left: unknown'}</>
  }
  return (
    <>
      <strong>{formatCount(remaining)}</strong>
      {limit !== null && !brief && ` of ${formatCount(limit)}`} calls left
      {reset && <span className={styles.reset}>, {reset}</span>}
    </>
  )
}

function statusText(meter: Meter | null, receipt: LastReceipt | null): string {
  if (meter?.spending.paused) return 'Nothing can be bought at the moment'
  return receipt ? receiptText(receipt) : 'This view: no calls'
}

/** Returns what a view cost: `This view: 2 calls, 2,744 cells; 5,145 already paid for`. */
function receiptText({ calls, bought_cells, held_cells }: LastReceipt): string {
  if (calls === 0)
    return held_cells === 0
      ? 'This view: no calls'
      : `This view: no calls, ${countOf(held_cells, 'cell')} already paid for`
  const bought = `This view: ${countOf(calls, 'call')}, ${countOf(bought_cells, 'cell')}`
  return held_cells === 0 ? bought : `${bought}; ${formatCount(held_cells)} already paid for`
}
