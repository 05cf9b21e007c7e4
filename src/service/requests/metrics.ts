import { Counter, Gauge, type Registry } from 'prom-client'
import { ageDays, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { createExchangeMetrics, type ExchangeMetrics } from '../../server/http/exchange-metrics.ts'
import type { ServedAccounts } from '../accounts/account-store.ts'
import type { FigureStore } from '../figures/figure-store.ts'
import type { Charge, Meter } from '../metering/meter.ts'
import { METERED_GROUPS } from '../plans/plans.ts'

const PREFIX = 'squaremetre_service'
const CHARGES = ['charged', 'spent', 'unmetered'] as const satisfies readonly Charge['kind'][]

/** The service's own metrics. */
export interface ServiceMetrics {
  readonly exchanges: ExchangeMetrics
  /** Wraps a meter so that the outcomes of metered requests are counted. */
  counting(meter: Meter): Meter
  /** Reports at each scrape whether accounts can be reached. */
  watchAccounts(accounts: Pick<ServedAccounts, 'isDegraded'>): void
  /** Reports the age of the newest period at each scrape. */
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
        help: 'Metered requests by group and outcome: charged, spent (refused), unmetered (served without being counted).',
        labelNames: ['group', 'outcome'],
        registers,
      })
      const refunded = new Counter({
        name: `${PREFIX}_refunds_total`,
        help: 'Charges refunded because the request failed, by group.',
        labelNames: ['group'],
        registers,
      })
      // From 0, so that Prometheus sees the first of each as an increase.
      for (const group of METERED_GROUPS) {
        for (const outcome of CHARGES) metered.inc({ group, outcome }, 0)
        refunded.inc({ group }, 0)
      }
      new Gauge({
        name: `${PREFIX}_metering_degraded`,
        help: '1 while requests are served without being counted because the metering store is unavailable.',
        registers,
        collect() {
          this.set(meter.degraded() ? 1 : 0)
        },
      })
      return {
        ...meter,
        charge: async (balance, allowance) => {
          const charge = await meter.charge(balance, allowance)
          metered.inc({ group: balance.quota_group, outcome: charge.kind })
          return charge
        },
        refund: (balance) => {
          refunded.inc({ group: balance.quota_group })
          return meter.refund(balance)
        },
      }
    },
    watchAccounts: (accounts) => {
      new Gauge({
        name: `${PREFIX}_accounts_degraded`,
        help: '1 while accounts cannot be reached, so that only tokens that were verified shortly before are known.',
        registers,
        collect() {
          this.set(accounts.isDegraded() ? 1 : 0)
        },
      })
    },
    watch: (figures, now) => {
      new Gauge({
        name: `${PREFIX}_period_age_days`,
        help: `Days since the label of the newest period, which is served for ${MAX_AS_OF_AGE_DAYS} days. Absent when there is no period.`,
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
