import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { variables } from '../../cli/environment/variables.ts'
import { runCommandLine } from '../../cli/main.ts'
import { measureBuilds } from '../../cli/serving/measure-builds.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { lensKey } from '../../domain/lens.ts'
import type { TileLedger } from '../../proxy/ledger/ledger.ts'
import { createProxyMetrics } from '../../proxy/metrics.ts'
import type { ServiceConnection } from '../../proxy/upstream/connection/service-connection.ts'
import { parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import type { FigureStore } from '../../service/figures/figure-store.ts'
import type { Meter } from '../../service/metering/meter.ts'
import { createServiceMetrics } from '../../service/requests/metrics.ts'
import { runHere } from '../servers/command-line-here.ts'

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
      build: z.object({ args: z.record(z.string(), z.string()) }).optional(),
      depends_on: z.record(z.string(), z.unknown()).default({}),
      volumes: z.array(z.string()).default([]),
      secrets: z.array(z.string()).default([]),
      cap_drop: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})
const shards = z.object({
  services: z.record(
    z.string(),
    z.object({
      extends: z.object({ file: z.string(), service: z.string() }).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      depends_on: z.record(z.string(), z.unknown()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})
const keyRef = z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) })
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.object({
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: keyRef.optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  volumeMounts: z.array(z.object({ name: z.string() })),
  securityContext: z.record(z.string(), z.unknown()).default({}),
})
const pod = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()).default({}) }),
  spec: z.object({
    containers: z.array(container),
    volumes: z.array(z.object({ name: z.string() })),
    automountServiceAccountToken: z.boolean().default(true),
    securityContext: z.record(z.string(), z.unknown()).default({}),
  }),
})
const manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z
    .object({
      template: pod.optional(),
      jobTemplate: z.object({ spec: z.object({ template: pod }) }).optional(),
      ports: z.array(z.object({ port: z.number(), targetPort: z.string() })).default([]),
    })
    .optional(),
  stringData: z.record(z.string(), z.string()).optional(),
})
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const run = promisify(execFile)

/** A secret that compose takes from the environment. */
const SECRET = /\$\{\w+:\?[^}]*\}/
const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const DOCKERFILE = readFileSync('Dockerfile', 'utf8')
const IMAGE_PORT = Number(/^ENV .*\bPORT=(\d+)/m.exec(DOCKERFILE)?.[1])

/** The options of a command line that the command does not have. */
async function unknownOptions([command = '', ...options]: readonly string[]): Promise<string[]> {
  const { stdout } = await runHere(runCommandLine, [command, '--help'], { cwd: '.', env: {} })
  expect(stdout).toContain(`squaremetre ${command}`)
  return options.filter((option) => option.startsWith('--') && !stdout.includes(option))
}

describe('deploy/compose', () => {
  const { services, volumes, secrets } = composed.parse(parse(read('compose/compose.yaml'), { merge: true }))
  const own = Object.entries(services).filter(([, { image }]) => image.startsWith('squaremetre'))

  test('starts two services, two proxies and what they need, with options and settings that exist', async () => {
    expect(own.map(([name]) => name)).toEqual(['service-1', 'service-2', 'proxy-1', 'proxy-2'])
    for (const [name, { command = [], environment = {} }] of own) {
      expect([name, await unknownOptions(command)]).toEqual([name, []])
      expect([name, Object.keys(environment).filter((variable) => !KNOWN.has(variable))]).toEqual([name, []])
      expect(command[0]).toBe(name.slice(0, -2))
      for (const variable of ENGINES) {
        const value = environment[variable]?.replace(SECRET, 'secret')
        if (value !== undefined) expect(variables.shape[variable].safeParse(value).success).toBe(true)
      }
    }
  })

  test('gives our programs no privileges', () => {
    for (const [name, { cap_drop, security_opt }] of own) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']])
    }
  })

  test('keeps the files with its secrets out of the repository and the image', () => {
    const files = ['.env', ...Object.values(secrets).map(({ file }) => join('deploy/compose', file))]
    const ignored = (file: string) => readFileSync(file, 'utf8').split('\n')
    expect(ignored('.gitignore')).toEqual(expect.arrayContaining(files))
    // There, a name without a folder is only that of the first one.
    expect(ignored('.dockerignore')).toEqual(
      expect.arrayContaining(files.map((file) => file.replace(/^\.env$/, '**/.env'))),
    )
  })

  test('checks the health of every program that others wait for', () => {
    for (const name of ['redis', 'postgres', 'clickhouse-1', 'clickhouse-2', ...own.map(([own]) => own)]) {
      expect([name, services[name]?.healthcheck]).toEqual([name, expect.anything()])
    }
  })

  test('mounts files and volumes, and waits for programs, that exist', () => {
    for (const [name, service] of Object.entries(services)) {
      const sources = service.volumes.map((volume) => volume.split(':')[0] ?? '')
      const isThere = (source: string) =>
        source.startsWith('.') ? existsSync(join('deploy/compose', source)) : source in volumes
      expect([name, sources.filter((source) => !isThere(source))]).toEqual([name, []])
      expect([name, Object.keys(service.depends_on).filter((other) => !(other in services))]).toEqual([name, []])
      expect([name, service.secrets.filter((secret) => !(secret in secrets))]).toEqual([name, []])
    }
  })

  test('builds the image with clients of the versions that the package allows', () => {
    const clients = own.flatMap(([, { build }]) => build?.args.CLIENTS?.split(' ') ?? [])
    expect(DOCKERFILE).toMatch(/^ARG CLIENTS=/m)
    expect(clients.length).toBeGreaterThan(0)
    for (const [, name = '', major] of clients.map((client) => /^(.+)@(\d+)$/.exec(client) ?? [])) {
      expect([name, packageJson.peerDependencies]).toEqual([
        name,
        expect.objectContaining({ [name]: expect.any(String) }),
      ])
      const { [name as keyof typeof packageJson.peerDependencies]: allowed } = packageJson.peerDependencies
      expect(allowed).toMatch(new RegExp(`^\\^${major}\\.`))
    }
  })

  // npm leaves out what package.json has for development, although it is asked for by name.
  test('installs the clients where the program finds them', { timeout: 120_000 }, async () => {
    const install = /then (npm install .*); fi/.exec(DOCKERFILE)?.[1] ?? ''
    const clients = Object.keys(packageJson.peerDependencies)
    const above = mkdtempSync(join(tmpdir(), 'squaremetre-image-'))
    const app = join(above, 'app')
    mkdirSync(app)
    for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(app, file))
    const command = `CLIENTS="${clients.join(' ')}"; ${install} --prefer-offline --no-audit --no-fund`
    await run('sh', ['-c', command], { cwd: app })
    const importAll = clients.map((name) => `await import('${name}')`).join('\n')
    await run('node', ['--input-type=module', '--eval', importAll], { cwd: app })
    rmSync(above, { recursive: true })
  })

  test('can have shards, each of servers that are there, with a volume of their own and the image of the others', () => {
    const sharded = shards.parse(parse(read('compose/shards.yaml'), { merge: true }))
    const added = Object.entries(sharded.services).filter(([name]) => !(name in services))
    for (const [name, { extends: base, volumes: mounts = [] }] of added) {
      expect([name, base]).toEqual([name, { file: 'compose.yaml', service: 'clickhouse-1' }])
      expect(mounts).toEqual([`${name}:/var/lib/clickhouse`])
      expect(sharded.volumes).toHaveProperty(name)
    }
    const names = new Set([...Object.keys(services), ...added.map(([name]) => name)])
    const changed = Object.entries(sharded.services).filter(([name]) => name in services)
    expect(changed.map(([name]) => name)).toEqual(['service-1', 'service-2'])
    for (const [name, { environment, depends_on = {} }] of changed) {
      const address = parseClickhouseAddress(environment?.FIGURES_URL?.replace(SECRET, 'secret') ?? '')
      const hosts = address?.shards.map((servers) => servers.map((url) => new URL(url).hostname)) ?? []
      expect([name, hosts.map((servers) => servers.length)]).toEqual([name, [2, 2]])
      expect(hosts.flat().filter((host) => !names.has(host))).toEqual([])
      expect(Object.keys(depends_on).filter((other) => !names.has(other))).toEqual([])
      expect(new Set(hosts.flat()).size).toBe(4)
    }
  })

  test('has a balancer and a monitor that name these programs and their ports', () => {
    const balancer = read('compose/haproxy.cfg')
    const monitor = read('compose/prometheus.yaml')
    for (const [name, { environment = {} }] of own) {
      expect(balancer).toContain(`server ${name} ${name}:${environment.PORT ?? IMAGE_PORT}`)
      expect(monitor).toContain(`${name}:${environment.METRICS_PORT}`)
      expect(environment.ALLOWED_HOSTS).toContain(name)
    }
  })
})

test('what stands in front of the service returns by itself what the interface says', () => {
  const answers = [
    ...read('compose/haproxy.cfg').matchAll(/ status (\d+) content-type application\/json string '(.+)'/g),
  ]
  const told = answers.map(([, status, body = '']) => [Number(status), errorEnvelope.parse(JSON.parse(body)).error])
  expect(told).toEqual([
    [400, 'malformed_request'],
    [408, 'malformed_request'],
    ...[500, 502, 503, 504].map((status) => [status, 'internal_error']),
    [404, 'not_found'],
  ])
  const codes = (file: string, bodies: RegExp) =>
    [...read(file).matchAll(bodies)].map(([, body = '']) => errorEnvelope.parse(JSON.parse(body)).error)
  expect(codes('nginx.conf', / return \d+ '(.+)';/g)).toEqual(['not_found', 'malformed_request', 'internal_error'])
  expect(codes('Caddyfile', /respond .*`(\{"error.+)` /g)).toEqual(['not_found', 'internal_error'])
  for (const status of ['400', '404', '408', '413', '414', '494', '500', '502', '503', '504']) {
    expect(read('nginx.conf'), status).toMatch(new RegExp(`error_page [0-9 ]*${status}\\b`))
  }
})

// What is trusted to report an address may be any private one, a client's too.
test('balancers pass on no address that a client claims', () => {
  const frontends = read('compose/haproxy.cfg')
    .split(/^frontend /m)
    .slice(1)
  expect(frontends).toHaveLength(2)
  for (const frontend of frontends) {
    for (const name of ['For', 'Proto']) expect(frontend).toContain(`http-request del-header X-Forwarded-${name}\n`)
  }
  const claimed = read('nginx.conf').match(/proxy_set_header X-Forwarded-For .*/g)
  expect(new Set(claimed)).toEqual(new Set(['proxy_set_header X-Forwarded-For $remote_addr;']))
})

// Strangers could fill a cache with copies of a tile.
test('Varnish keeps a tile under one spelling of its address', () => {
  const [, is = '', isNot = ''] =
    /req\.url ~ "(\^\/api\/tiles.*)"\n *&& req\.url !~ "(.*)"\)/.exec(read('varnish.vcl')) ?? []
  const [, hidden = '(?!)'] = /req\.url ~ "(.*)"\) \{\n *return \(synth\(404\)\);/.exec(read('varnish.vcl')) ?? []
  for (const path of ['/healthz', '/readyz?x']) expect(path).toMatch(new RegExp(hidden))
  const isKept = (url: string) => new RegExp(is).test(url) && !new RegExp(isNot).test(url)
  const lens = encodeURIComponent(lensKey({ ad_sub_type: 'rent', rooms: '2*' }))
  const tile = `/api/tiles/2026-11-01/${lens}/8/85394463fffffff`
  expect(isKept(`${tile}?ledger=a-1.2`)).toBe(true)
  expect(isKept(`${tile.replace(lens, 'default')}?currency=EUR&ledger=a-1.2`)).toBe(true)
  const others = ['/api/tiles/x/../', '/api/tiles//', '/api/./tiles/', '/api/tiles/%32026']
  for (const other of others) expect(isKept(`${tile.replace('/api/tiles/', other)}?ledger=a-1.2`), other).toBe(false)
  for (const [own, other] of [
    ['rent', '%72ent'],
    ['%3D', '%3d'],
    ['%3D', '='],
    ['%26', '&'],
    ['*', '%2A'],
    ['_', '%5F'],
    ['85394463fffffff', '085394463fffffff'],
    ['85394463fffffff', '599974063867527167'],
  ] as const) {
    expect(tile).toContain(own)
    expect(isKept(`${tile.replace(own, other)}?ledger=a-1.2`), other).toBe(false)
  }
  expect(isKept(`${tile}?ledger=a-1.2&x=1`)).toBe(false)
  // Proxies serve under any IP address.
  expect(read('varnish.vcl')).toMatch(/sub vcl_hash \{[^}]*hash_data\(req\.url\);\n *return \(lookup\);/)
  expect(read('nginx.conf')).not.toMatch(/proxy_cache_key .*host/)
})

test('balancers wait longer for whatever waits for the service', () => {
  const spending = [...readFileSync('src/proxy/app.ts', 'utf8').matchAll(/app\.post\('\/api\/([a-z-]+)'/g)].map(
    ([, name]) => name,
  )
  expect(spending).toContain('purchases')
  for (const file of ['nginx.conf', 'compose/haproxy.cfg']) {
    const [, named = ''] = /\^\/api\/\(([^)]+)\)/.exec(read(file)) ?? []
    expect([file, named.split('|').sort()]).toEqual([file, [...spending].sort()])
  }
})

test('balancers pass on at once what is bought piece by piece', () => {
  const [, buying = ''] = /^backend buying\n((?: .*\n)+)/m.exec(read('compose/haproxy.cfg')) ?? []
  expect(buying).toContain('  option http-no-delay\n')
  const [, location = ''] = /location ~ \^\/api\/\(purchases[^{]*\{([^}]*)\}/.exec(read('nginx.conf')) ?? []
  expect(location).toContain('proxy_buffering off;')
})

describe('deploy/kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => manifest.parse(document.toJS()))
  const pods = documents.flatMap(({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? [])
  const containers = pods.flatMap(({ spec }) => spec.containers)
  const secrets = documents.find(({ kind }) => kind === 'Secret')?.stringData ?? {}

  test('runs commands that exist, with options, settings and secrets that exist', async () => {
    expect(containers.map(({ args }) => args[0])).toEqual(['service', 'build', 'proxy'])
    for (const { args, env } of containers) {
      expect([args, await unknownOptions(args)]).toEqual([args, []])
      expect(env.map(({ name }) => name).filter((name) => !KNOWN.has(name))).toEqual([])
      const keys = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? [])
      expect(keys.filter((key) => !(key in secrets))).toEqual([])
    }
    for (const variable of ['FIGURES_URL', 'ACCOUNTS_URL', 'METERING_URL', 'LEDGER_URL'] as const) {
      expect(variables.shape[variable].safeParse(secrets[variable]).success).toBe(true)
    }
  })

  test('gives pods no privileges, and no access to Kubernetes', () => {
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext } of spec.containers) {
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })
      }
    }
  })

  test('shows an address of shards that can be used', () => {
    const [, shown = ''] = /# With shards: (clickhouse:\S+)/.exec(read('kubernetes.yaml')) ?? []
    expect(parseClickhouseAddress(shown)?.shards.map((servers) => servers.length)).toEqual([2, 2])
  })

  test('looks at health where it is served, on the ports that the programs have', () => {
    for (const { metadata, spec } of pods) {
      for (const { args, env, ports, readinessProbe, livenessProbe, volumeMounts } of spec.containers) {
        expect(volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name))
        if (args[0] === 'build') continue
        const settings = new Map(env.map(({ name, value }) => [name, value]))
        const portOf = new Map(ports.map(({ name, containerPort }) => [name, containerPort]))
        expect([args, portOf.get('http')]).toEqual([args, Number(settings.get('PORT') ?? IMAGE_PORT)])
        expect(String(portOf.get('metrics'))).toBe(settings.get('METRICS_PORT'))
        expect(metadata.annotations['prometheus.io/port']).toBe(settings.get('METRICS_PORT'))
        expect([readinessProbe?.httpGet, livenessProbe?.httpGet]).toEqual([
          { path: '/readyz', port: 'http' },
          { path: '/healthz', port: 'http' },
        ])
      }
    }
  })

  test('lets proxies reach the service by the name and port that it has', () => {
    const [service] = documents.filter(({ kind, metadata }) => kind === 'Service' && metadata.name.endsWith('-service'))
    const proxy = containers.find(({ args }) => args[0] === 'proxy')
    const { value = '' } = proxy?.env.find(({ name }) => name === 'SERVICE_BASE_URL') ?? {}
    expect(value).toBe(`http://${service?.metadata.name}:${service?.spec?.ports[0]?.port}${PATH_PREFIX}`)
  })
})

test('deploy/systemd sets what exists', () => {
  for (const name of ['service', 'proxy']) {
    const unit = read(`systemd/squaremetre-${name}.service`)
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
      text.split(' ').map((setting) => setting.split('=')[0] ?? ''),
    )
    expect([name, set.length > 0, set.filter((variable) => !KNOWN.has(variable))]).toEqual([name, true, []])
  }
})

test('deploy/grafana shows metrics that exist, and all of our own; docs/operations.md names them', () => {
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
  const [, monitoring = ''] =
    /^## Metrics and alerts\n([\s\S]*?)^## /m.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const both = monitoring.replace(/squaremetre_\{service,proxy\}(_\w+)/g, 'squaremetre_service$1 squaremetre_proxy$1')
  const told = [...both.matchAll(/squaremetre_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
  expect([...new Set(told)].sort()).toEqual(names.sort())
})
