import { collectDefaultMetrics, Registry } from 'prom-client'
import { openMetricsListener } from '../../server/http/metrics-listener.ts'
import type { Environment } from '../environment/environment.ts'
import { print } from '../environment/terminal.ts'
import { checkPort } from './check-port.ts'

/**
 * Opens the address for Prometheus if METRICS_PORT is set. The registry exists either way, for the servers to register
 * with; the process's own metrics are collected only if they can be read.
 */
export async function openMetrics({ metrics }: Environment): Promise<{ registry: Registry; close(): Promise<void> }> {
  const registry = new Registry()
  if (metrics === null) return { registry, close: async () => {} }
  await checkPort(metrics.host, metrics.port, ['METRICS_PORT=', 'METRICS_HOST'])
  collectDefaultMetrics({ register: registry })
  const listener = await openMetricsListener({ registry, ...metrics })
  print(listener.url)
  return { registry, close: () => listener.close() }
}
