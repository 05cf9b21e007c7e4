import { Counter, Gauge, type Registry } from 'prom-client'
import { ageDays, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { createExchangeMetrics, type ExchangeMetrics } from '../../server/exchange-metrics.ts'
import type { FigureStore } from '../figures/figure-store.ts'
import type { Meter } from '../metering/meter.ts'

const PREFIX = 'squaremetre_service'

/** What the service counts of itself. */
export interface ServiceMetrics {
  readonly exchanges: ExchangeMetrics
  /** The same meter, with what becomes of each metered request counted. */
  counting(meter: Meter): Meter
  /** Tells of the newest period at each scrape. */
  watch(figures: FigureStore, now: () => Date): void
}

/** Registers the service's metrics. */
export function createServiceMetrics(registry: Registry): ServiceMetrics {
  const registers = [registry]
  return {
    exchanges: createExchangeMetrics(registry, PREFIX),
    counting: (meter) => {
      const metered = new Counter({
        name: `${PREFIX}_metered_requests_total`,
        help: 'Requests that count, by group and by what became of them: charged, spent (refused), unmetered (served uncounted).',
        labelNames: ['group', 'outcome'],
        registers,
      })
      const refunded = new Counter({
        name: `${PREFIX}_refunds_total`,
        help: 'Charges taken back since the answer failed, by group.',
        labelNames: ['group'],
        registers,
      })
      new Gauge({
        name: `${PREFIX}_metering_degraded`,
        help: '1 while requests are served uncounted, because the metering store cannot be reached.',
        registers,
        collect() {
          this.set(meter.degraded() ? 1 : 0)
        },
      })
      return {
        ...meter,
        charge: (balance, allowance) => {
          const charge = meter.charge(balance, allowance)
          metered.inc({ group: balance.quota_group, outcome: charge.kind })
          return charge
        },
        refund: (balance) => {
          refunded.inc({ group: balance.quota_group })
          meter.refund(balance)
        },
      }
    },
    watch: (figures, now) => {
      new Gauge({
        name: `${PREFIX}_period_age_days`,
        help: `Days since the label of the newest period; it is served up to ${MAX_AS_OF_AGE_DAYS}. Absent where there is none.`,
        labelNames: ['as_of'],
        registers,
        collect() {
          this.reset()
          const period = figures.newest()
          if (period) this.set({ as_of: period.as_of }, ageDays(period.as_of, now()))
        },
      })
    },
  }
}
