import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** One answered request. */
export interface Exchange {
  readonly method: string
  /** The template of the path. */
  readonly route: string
  readonly status: number
  /** The error code of a refusal. */
  readonly code: string | undefined
  readonly seconds: number
}

/** Counts and times a server's responses. */
export interface ExchangeMetrics {
  begin(): void
  end(exchange: Exchange): void
  /** Counts a refusal by the HTTP server itself. */
  bare(status: number, code: string): void
}

/** Seconds; from a cached response to a purchase of many calls. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const NONE = 'none'

/** Registers the metrics under a prefix such as `squaremetre_service`. No label has a value that a client can invent. */
export function createExchangeMetrics(registry: Registry, prefix: string): ExchangeMetrics {
  const registers = [registry]
  const answered = new Counter({
    name: `${prefix}_http_requests_total`,
    help: 'Answered requests, by path template.',
    labelNames: ['method', 'route', 'status', 'status_class'],
    registers,
  })
  const duration = new Histogram({
    name: `${prefix}_http_request_duration_seconds`,
    help: 'Time from the head of a request to the last byte of its response.',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers,
  })
  const inFlight = new Gauge({
    name: `${prefix}_http_requests_in_flight`,
    help: 'Requests being answered.',
    registers,
  })
  const refused = new Counter({
    name: `${prefix}_refusals_total`,
    help: 'Refused requests, by error code.',
    labelNames: ['code'],
    registers,
  })
  const count = (method: string, route: string, status: number, code: string | undefined) => {
    answered.inc({ method, route, status, status_class: `${Math.floor(status / 100)}xx` })
    if (code !== undefined) refused.inc({ code })
  }
  return {
    begin: () => inFlight.inc(),
    end: ({ method, route, status, code, seconds }) => {
      inFlight.dec()
      count(METHODS.has(method) ? method : 'other', route, status, code)
      duration.observe({ route }, seconds)
    },
    bare: (status, code) => count(NONE, NONE, status, code),
  }
}
