import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { variables } from '../cli/environment/variables.ts'
import { measureBuilds } from '../cli/serving/measure-builds.ts'
import type { TileLedger } from '../proxy/ledger/ledger.ts'
import { createProxyMetrics } from '../proxy/metrics.ts'
import type { ServiceConnection } from '../proxy/upstream/service-connection.ts'
import type { FigureStore } from '../service/figures/figure-store.ts'
import type { Meter } from '../service/metering/meter.ts'
import { createServiceMetrics } from '../service/requests/metrics.ts'

const KNOWN = new Set(Object.keys(variables.shape))
const ENGINES = ['FIGURES_URL', 'ACCOUNTS_URL', 'METERING_URL', 'LEDGER_URL', 'SERVICE_BASE_URL'] as const

const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      image: z.string(),
      environment: z.record(z.string(), z.string()).optional(),
      healthcheck: z.unknown().optional(),
    }),
  ),
})
const container = z.object({
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
})
const pod = z.object({ spec: z.object({ containers: z.array(container) }) })
const manifest = z.object({
  kind: z.string(),
  spec: z
    .object({ template: pod.optional(), jobTemplate: z.object({ spec: z.object({ template: pod }) }).optional() })
    .optional(),
  stringData: z.record(z.string(), z.string()).optional(),
})
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')

describe('deploy/compose', () => {
  const { services } = composed.parse(parse(read('compose/compose.yaml'), { merge: true }))
  const own = Object.entries(services).filter(([, { image }]) => image.startsWith('squaremetre'))

  test('starts two services, two proxies and what they need, with settings that exist', () => {
    expect(own.map(([name]) => name)).toEqual(['service-1', 'service-2', 'proxy-1', 'proxy-2'])
    for (const [name, { command = [], environment = {} }] of own) {
      expect([name, Object.keys(environment).filter((variable) => !KNOWN.has(variable))]).toEqual([name, []])
      expect(command[0]).toBe(name.slice(0, -2))
      for (const variable of ENGINES) {
        const value = environment[variable]?.replace(/\$\{\w+:\?[^}]*\}/, 'secret')
        if (value !== undefined) expect(variables.shape[variable].safeParse(value).success).toBe(true)
      }
    }
  })

  test('checks the health of every program that others wait for', () => {
    for (const name of ['redis', 'postgres', 'clickhouse-1', 'clickhouse-2', ...own.map(([own]) => own)]) {
      expect([name, services[name]?.healthcheck]).toEqual([name, expect.anything()])
    }
  })

  test('has a balancer and a monitor that name these programs and their ports', () => {
    const balancer = read('compose/haproxy.cfg')
    const monitor = read('compose/prometheus.yaml')
    for (const [name, { environment = {} }] of own) {
      expect(balancer).toContain(`server ${name} ${name}:${environment.PORT ?? '8080'}`)
      expect(monitor).toContain(`${name}:${environment.METRICS_PORT}`)
      expect(environment.ALLOWED_HOSTS).toContain(name)
    }
  })
})

test('deploy/kubernetes.yaml runs commands that exist, with settings that exist', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => manifest.parse(document.toJS()))
  const containers = documents.flatMap(({ spec }) =>
    [spec?.template, spec?.jobTemplate?.spec.template].flatMap((of) => of?.spec.containers ?? []),
  )
  expect(containers.map(({ args }) => args[0])).toEqual(['service', 'build', 'proxy'])
  for (const { env } of containers) expect(env.map(({ name }) => name).filter((name) => !KNOWN.has(name))).toEqual([])
  const secrets = documents.find(({ kind }) => kind === 'Secret')?.stringData ?? {}
  for (const variable of ['FIGURES_URL', 'ACCOUNTS_URL', 'METERING_URL', 'LEDGER_URL'] as const) {
    expect(variables.shape[variable].safeParse(secrets[variable]).success).toBe(true)
  }
})

test('deploy/grafana shows metrics that exist, and all of our own', () => {
  const registry = new Registry()
  const service = createServiceMetrics(registry)
  service.counting({} as Meter)
  service.watchAccounts({ isDegraded: () => false })
  service.watch({} as FigureStore, () => new Date())
  const proxy = createProxyMetrics(registry)
  proxy.watchConnection({} as ServiceConnection)
  proxy.countPurchases({} as TileLedger)
  measureBuilds(async () => null, registry)
  const names = registry.getMetricsAsArray().map(({ name }) => name)
  const { panels } = dashboard.parse(JSON.parse(read('grafana/squaremetre.json')))
  const shown = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/squaremetre_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))),
  )
  expect([...new Set(shown)].sort()).toEqual(names.sort())
})
