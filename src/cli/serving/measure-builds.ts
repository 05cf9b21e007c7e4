import { Counter, Gauge, type Registry } from 'prom-client'

/** The same build, with its outcomes counted, and how long the last one took and when it succeeded kept. */
export function measureBuilds<Report>(
  build: (signal: AbortSignal) => Promise<Report>,
  registry: Registry,
): (signal: AbortSignal) => Promise<Report> {
  const registers = [registry]
  const builds = new Counter({
    name: 'squaremetre_builds_total',
    help: 'Builds of what was due, by outcome: done, failed, stopped (with the service).',
    labelNames: ['outcome'],
    registers,
  })
  const duration = new Gauge({
    name: 'squaremetre_build_last_duration_seconds',
    help: 'How long the last build that was done took, over all periods that it made.',
    registers,
  })
  const success = new Gauge({
    name: 'squaremetre_build_last_success_timestamp_seconds',
    help: 'When the last build was done; 0 when none was since the start.',
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
