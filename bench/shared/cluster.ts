import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buildServer } from '../../scripts/build.js'
import { createAccount } from '../../src/service/accounts/accounts.ts'
import type { AccountsPlace } from '../../src/service/accounts/open-accounts.ts'
import { createToken } from '../../src/service/accounts/tokens.ts'
import { startClickhouse, type TestClickhouse } from '../../src/testing/servers/clickhouse-server.ts'
import { freePort } from '../../src/testing/servers/free-port.ts'
import { postgresAddress, startPostgres, type TestPostgres } from '../../src/testing/servers/postgres-server.ts'
import { startRedis, type TestRedis } from '../../src/testing/servers/redis-server.ts'
import { MARKET_NOW, withMarkets } from './market.ts'
import { BENCH_PLANS } from './plans.ts'
import { runToEnd } from './program.ts'

/** Two cities' worth of tiles, so that every view is different and the build takes seconds. */
const SIZE = { listings: 200_000, tiles: 60 }
const DRAIN_SECONDS = 3

/** A service or a proxy in a process of its own, always on the same port. */
export interface Member {
  readonly port: number
  kill(): Promise<void>
  /** Ends it as an operator does, and waits until it has ended. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Everything of deploy/compose, as processes on loopback. */
export interface Cluster {
  /** The balancer's address for the page, and for the interface. */
  readonly pageUrl: string
  readonly interfaceUrl: string
  /** A service over files with the same market, which nobody disturbs. */
  readonly reference: { readonly url: string; readonly token: string }
  readonly services: readonly [Member, Member]
  readonly proxies: readonly [Member, Member]
  /** Two of each of two shards. */
  readonly clickhouses: readonly [TestClickhouse, TestClickhouse, TestClickhouse, TestClickhouse]
  readonly redis: TestRedis
  readonly postgres: TestPostgres
  readonly balancer: Pick<Member, 'kill' | 'start'>
  /** Of the account of the interface's clients, and of that of the proxies. */
  readonly clientToken: string
  readonly accounts: { readonly clients: string; readonly proxies: string }
  close(): Promise<void>
}

/** Builds a market in files and in ClickHouse, and starts two of everything. */
export async function startCluster(): Promise<Cluster> {
  await buildServer()
  return new Promise((resolve, reject) => {
    // The market is removed once the cluster is closed.
    withMarkets([SIZE], ([dataDir = '']) => startOver(dataDir, resolve)).catch(reject)
  })
}

async function startOver(market: string, onStarted: (cluster: Cluster) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-cluster-'))
  const [clickhouses, redis, postgres] = await Promise.all([
    Promise.all([startClickhouse(), startClickhouse(), startClickhouse(), startClickhouse()] as const),
    startRedis(),
    startPostgres(),
  ])
  const [one, same, other, another] = clickhouses.map(({ host }) => host)
  const figuresUrl = `clickhouse://${one},${same};${other},${another}`
  await runToEnd('build-newest', { dataDir: market, now: MARKET_NOW, figuresUrl })
  const plansFile = join(folder, 'plans.json')
  writeFileSync(plansFile, JSON.stringify({ default_plan: 'bench', plans: BENCH_PLANS }))
  const accountsUrl = await postgres.newDatabase()
  const [clients, proxies] = await newTokens({ dataDir: market, accountsUrl: postgresAddress(accountsUrl) })
  const [referenceToken] = await newTokens({ dataDir: market })
  const [page, api, ...ports] = await Promise.all(Array.from({ length: 7 }, freePort))
  const settings = { SERVICE_NOW: MARKET_NOW, PLANS_FILE: plansFile, DRAIN_SECONDS: String(DRAIN_SECONDS) }
  const launcher = join(folder, 'member.mjs')
  writeFileSync(
    launcher,
    `const { runCommandLine } = await import(${JSON.stringify(pathToFileURL('dist/cli/main.js').href)})
await runCommandLine(JSON.parse(process.argv[2]), { preparePage: async () => 'dist/web' })`,
  )
  const memberAt = (i: number, command: string, more: Record<string, string>): Member => {
    const port = ports[i] ?? 0
    const dataDir = join(folder, `${command}-${i}`)
    if (command === 'service') {
      // Another machine's copy: no figures, no accounts, and no listings but those of `/coverage`.
      cpSync(join(market, 'service'), join(dataDir, 'service'), { recursive: true })
      for (const name of ['periods', 'held-cells.sqlite', 'accounts.sqlite', 'cursor-key']) {
        rmSync(join(dataDir, 'service', name), { recursive: true, force: true })
      }
    } else mkdirSync(dataDir)
    return member(command, port, { ...settings, DATA_DIR: dataDir, ...more }, launcher)
  }
  const shared = { ACCOUNTS_URL: accountsUrl, METERING_URL: `${redis.url}/1` }
  const services = [0, 1].map((i) => memberAt(i, 'service', { ...shared, FIGURES_URL: figuresUrl })) as [Member, Member]
  const reference = member('service', ports[4] ?? 0, { ...settings, DATA_DIR: market }, launcher)
  await Promise.all([...services, reference].map((each) => each.start()))
  const interfaceUrl = `http://127.0.0.1:${api}/public/v1`
  const over = {
    REQUESTS_PER_MINUTE: '0',
    SERVICE_BASE_URL: interfaceUrl,
    SERVICE_TOKEN: proxies,
    LEDGER_URL: `${redis.url}/0`,
  }
  const pages = [2, 3].map((i) => memberAt(i, 'proxy', { ...over, PORT: String(ports[i]) })) as [Member, Member]
  const balancer = await startBalancer(folder, { page, api, services, proxies: pages })
  await Promise.all(pages.map((each) => each.start()))
  const ended = new Promise<void>((end) => {
    onStarted({
      ...{ interfaceUrl, services, clickhouses, redis, postgres, balancer, pageUrl: `http://127.0.0.1:${page}` },
      proxies: pages,
      reference: { url: `http://127.0.0.1:${reference.port}/public/v1`, token: referenceToken },
      clientToken: clients,
      accounts: { clients: '1', proxies: '2' },
      async close() {
        await balancer.kill()
        await Promise.all([...services, ...pages, reference].map((each) => each.kill()))
        await Promise.all([...clickhouses, redis, postgres].map((each) => each.close()))
        rmSync(folder, { recursive: true, force: true })
        end()
      },
    })
  })
  await ended
}

/** Creates the accounts of the clients and of the proxies, numbers 1 and 2, with a token each. */
async function newTokens(place: AccountsPlace): Promise<[string, string]> {
  const tokens: string[] = []
  for (const account of ['clients', 'proxies']) {
    await createAccount({ ...place, name: account, plan: 'bench', plans: BENCH_PLANS })
    tokens.push(await createToken({ ...place, account, kind: 'ro' }))
  }
  return tokens as [string, string]
}

function member(command: string, port: number, env: Readonly<Record<string, string>>, launcher: string): Member {
  const args = command === 'service' ? ['service', '--no-schedule', '--port', String(port)] : [command]
  let running: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals) => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }
  return {
    port,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      running = spawn(process.execPath, [launcher, JSON.stringify(args)], {
        env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      while (!(await isReady(port))) {
        if (running.exitCode !== null) throw new Error(`${command} exited with code ${running.exitCode}`)
        await sleep(50)
      }
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

/** Starts haproxy with the configuration that deploy/compose has, over ports of this machine. */
async function startBalancer(
  folder: string,
  at: { page: number | undefined; api: number | undefined; services: readonly Member[]; proxies: readonly Member[] },
): Promise<Cluster['balancer']> {
  let text = readFileSync('deploy/compose/haproxy.cfg', 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${at.page}`)
    .replace('bind :8787', `bind 127.0.0.1:${at.api}`)
    .replace(/^resolvers names\n(?: .*\n)+/m, '')
    .replace(' init-addr libc,none resolvers names', '')
    .replace('log stdout format raw local0 warning', '')
    .replace('log global', '')
  for (const [kind, members] of [
    ['service', at.services],
    ['proxy', at.proxies],
  ] as const) {
    for (const [i, { port }] of members.entries()) {
      text = text.replaceAll(new RegExp(`${kind}-${i + 1}:\\d+`, 'g'), `127.0.0.1:${port}`)
    }
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  let running: ChildProcess | null = null
  const balancer = {
    async kill() {
      if (running === null || running.exitCode !== null || running.signalCode !== null) return
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    },
    async start() {
      const child = spawn('haproxy', ['-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
      running = child
      child.once('error', (error) =>
        console.error(`haproxy cannot be run; "apt-get install haproxy" installs it: ${error}`),
      )
      while (!(await isServing(`http://127.0.0.1:${at.api}/public/v1/ping`))) {
        if (child.exitCode !== null) throw new Error(`haproxy exited with code ${child.exitCode}`)
        await sleep(50)
      }
    },
  }
  await balancer.start()
  return balancer
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
