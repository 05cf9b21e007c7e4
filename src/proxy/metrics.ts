import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { HEADERS } from '../contract/limits.ts'
import { createExchangeMetrics, type ExchangeMetrics } from '../server/http/exchange-metrics.ts'
import type { TileLedger } from './ledger/ledger.ts'
import { endpointOf } from './upstream/connection/endpoint-of.ts'
import { type RawAnswer, readAnswer } from './upstream/connection/service-answer.ts'
import type { Fetched, ServiceConnection } from './upstream/connection/service-connection.ts'

const PREFIX = 'squaremetre_proxy'
/** Seconds; a metered call to a busy service may take long. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The proxy's metrics. */
export interface ProxyMetrics {
  readonly exchanges: ExchangeMetrics
  /** Returns the connection with its requests counted and timed, and the allowance from its answers recorded. */
  watchConnection(connection: ServiceConnection): ServiceConnection
  /** Returns the ledger with purchases counted. */
  countPurchases<L extends TileLedger>(ledger: L): L
  /** Sets the number of paid answers that wait to be written. */
  noteUnwritten(answers: number): void
  /** Counts a requested tile. */
  noteTile(outcome: 'held' | 'not_held'): void
}

/** Registers the proxy's metrics. */
export function createProxyMetrics(registry: Registry): ProxyMetrics {
  const unwritten = new Gauge({
    name: `${PREFIX}_unwritten_answers`,
    help: 'Metered answers not written to the ledger yet. The proxy retries until it shuts down.',
    registers: [registry],
  })
  const tiles = new Counter({
    name: `${PREFIX}_tiles_answered_total`,
    help: 'Tiles that pages asked for, by whether they were held.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // From 0, so that Prometheus sees the first of each as an increase.
  for (const outcome of ['held', 'not_held']) tiles.inc({ outcome }, 0)
  return {
    noteUnwritten: (answers) => unwritten.set(answers),
    exchanges: createExchangeMetrics(registry, PREFIX),
    watchConnection: (connection) => watchConnection(registry, connection),
    countPurchases: (ledger) => countPurchases(registry, ledger),
    noteTile: (outcome) => tiles.inc({ outcome }),
  }
}

function watchConnection(registry: Registry, connection: ServiceConnection): ServiceConnection {
  const registers = [registry]
  const asked = new Counter({
    name: `${PREFIX}_upstream_requests_total`,
    help: 'Requests to the service, by endpoint and outcome: answered, the error code of a refusal, or the reason for no answer.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: `${PREFIX}_upstream_request_duration_seconds`,
    help: 'Time from a request to the service to the last byte of its answer.',
    labelNames: ['endpoint'],
    buckets: DURATIONS,
    registers,
  })
  const inFlight = new Gauge({
    name: `${PREFIX}_upstream_requests_in_flight`,
    help: 'Requests that the service has not answered yet.',
    labelNames: ['endpoint'],
    registers,
  })
  const left = new Gauge({
    name: `${PREFIX}_allowance_remaining_requests`,
    help: 'Metered requests left in the cycle, from the last metered answer. Absent before the first.',
    labelNames: ['group'],
    registers,
  })
  return {
    ...connection,
    get: async (target, group, key) => {
      const endpoint = endpointOf(target.slice(connection.basePath.length))
      const end = duration.startTimer({ endpoint })
      inFlight.inc({ endpoint })
      const fetched = await connection.get(target, group, key)
      inFlight.dec({ endpoint })
      end()
      asked.inc({ endpoint, outcome: outcomeOf(fetched) })
      if (fetched.kind === 'answer') noteAllowance(left, fetched.answer)
      return fetched
    },
  }
}

function outcomeOf(fetched: Fetched): string {
  if (fetched.kind === 'failed') return fetched.failure.code
  if (fetched.answer.status < 400) return 'answered'
  const read = readAnswer(fetched.answer, () => null, new Date())
  return read.kind === 'refused' ? read.refusal.code : 'url_too_long'
}

function noteAllowance(left: Gauge<'group'>, { status, headers }: RawAnswer): void {
  // A refused token has no account, so its 0 of 0 is not a spent allowance.
  if (status === 401) return
  const count = (name: string) => Number(headers[name.toLowerCase()] ?? Number.NaN)
  const remaining = count(HEADERS.quotaLimit) - count(HEADERS.quotaUsed)
  // Only the group that the proxy spends from: a label taken from the service's header could have any value.
  if (headers[HEADERS.quotaGroup.toLowerCase()] === 'current' && remaining >= 0)
    left.set({ group: 'current' }, remaining)
}

function countPurchases<L extends TileLedger>(registry: Registry, ledger: L): L {
  const registers = [registry]
  const calls = new Counter({
    name: `${PREFIX}_metered_calls_total`,
    help: 'Metered calls whose answer was written to the ledger.',
    registers,
  })
  const cells = new Counter({ name: `${PREFIX}_bought_cells_total`, help: 'Cells bought.', registers })
  const tiles = new Counter({
    name: `${PREFIX}_bought_tiles_total`,
    help: 'Tiles completed by purchases.',
    registers,
  })
  return {
    ...ledger,
    commit: async (call) => {
      const whole = await ledger.commit(call)
      calls.inc()
      cells.inc(call.slices.reduce((sum, { figures }) => sum + figures.length, 0))
      tiles.inc(whole.length)
      return whole
    },
  }
}
