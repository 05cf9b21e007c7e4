import { Counter, Gauge, type Registry } from 'prom-client'

const OUTCOMES = ['done', 'failed', 'stopped'] as const

/** Wraps `build` to count outcomes and record the duration and time of the last success. */
export function measureBuilds<Report>(
  build: (signal: AbortSignal) => Promise<Report>,
  registry: Registry,
): (signal: AbortSignal) => Promise<Report> {
  const registers = [registry]
  const builds = new Counter({
    name: 'squaremetre_builds_total',
    help: 'Scheduled builds by outcome: done, failed, stopped (with the service).',
    labelNames: ['outcome'],
    registers,
  })
  // Prometheus sees an increase only from a value that it has read before: without a 0, the first failure alerts nobody.
  for (const outcome of OUTCOMES) builds.inc({ outcome }, 0)
  const duration = new Gauge({
    name: 'squaremetre_build_last_duration_seconds',
    help: 'Duration of the last successful build, over all its periods.',
    registers,
  })
  const success = new Gauge({
    name: 'squaremetre_build_last_success_timestamp_seconds',
    help: 'Time of the last successful build; 0 if there was none since the start.',
    registers,
  })
  return async (signal) => {
    const began = performance.now()
    try {
      const report = await build(signal)
      builds.inc({ outcome: 'done' })
      duration.set((performance.now() - began) / 1000)
      success.setToCurrentTime()
      return report
    } catch (error) {
      builds.inc({ outcome: signal.aborted ? 'stopped' : 'failed' })
      throw error
    }
  }
}
