import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerFile } from '../../proxy/ledger/opening/ledger-file.ts'
import { openSqliteLedger } from '../../proxy/ledger/sqlite/sqlite-ledger.ts'
import { withAccounts } from '../../service/accounts/open-accounts.ts'
import { parentsAround } from '../../testing/cells.ts'
import { readPurchaseEvents } from '../../testing/proxy-under-test.ts'
import { type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'

const BIN = resolve('bin/squaremetre.js')
const NAME = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
const [PARENT = ''] = parentsAround(8, 1)

let dir: string
let upstream: StrangeService
let market: ServiceFixture
const started: ChildProcess[] = []

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'squaremetre-stop-'))
  upstream = await startStrangeService()
  market = await startServiceFixture()
}, 60_000)
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await upstream.close()
  await market.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Starts a server as an operator does, and reads the addresses that it prints: metrics first, then the server. */
async function launch(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: dir,
    env: { PATH: resolve('node_modules/.bin'), PORT: '0', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(child)
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === 2) break
  }
  const [metrics = '', url = ''] = lines
  return { child, ended, metrics, url }
}

const launchProxy = (env: Record<string, string> = {}) =>
  launch(['proxy'], {
    DATA_DIR: join(dir, 'proxy'),
    SERVICE_BASE_URL: upstream.url,
    SERVICE_TOKEN: upstream.token,
    SERVICE_NOW: '2026-11-10',
    ...env,
  })

function buy(url: string, parent: string): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...NAME, parents: [parent] }),
  }
  return fetch(`${url}/api/purchases`, init).then((answer) => answer.text())
}

/** Metered calls that the proxy is waiting for. */
async function callsInFlight(metrics: string): Promise<number> {
  const page = await (await fetch(metrics)).text()
  return Number(/^squaremetre_proxy_upstream_requests_in_flight\{endpoint="\/stats\/current"\} (\d+)$/m.exec(page)?.[1])
}

// The first start builds the page if needed.
describe('a server that is told to stop', { timeout: 60_000 }, () => {
  test('finishes a running purchase when its terminal closes, stores what was paid for, and exits with 0', async () => {
    upstream.rules.delay = 2_500
    const { child, ended, metrics, url } = await launchProxy()
    const bought = buy(url, PARENT)
    await expect.poll(() => callsInFlight(metrics)).toBe(1)
    child.kill('SIGHUP')
    expect(readPurchaseEvents(await bought).receipt).toMatchObject({ calls: 1, bought_cells: 343 })
    expect(await ended).toEqual([0, null])
    const file = join(dir, 'proxy', 'proxy', ledgerFile({ serviceBaseUrl: upstream.url }))
    // Everything is in the file itself, so a copy of it is complete.
    expect(statSync(`${file}-wal`).size).toBe(0)
    const ledger = openSqliteLedger(file)
    expect((await ledger.totals()).tiles_held).toBe(1)
    await ledger.close()
  })

  test('exits at once with 1 when it is told a second time', { tags: 'nightly' }, async () => {
    upstream.rules.delay = 60_000
    const { child, ended, metrics, url } = await launchProxy({ DATA_DIR: join(dir, 'second') })
    const bought = buy(url, PARENT)
    bought.catch(() => {})
    await expect.poll(() => callsInFlight(metrics)).toBe(1)
    child.kill('SIGINT')
    const again = setInterval(() => child.kill('SIGINT'), 200)
    expect(await ended).toEqual([1, null])
    clearInterval(again)
    await expect(bought).rejects.toThrow()
  })

  test('is no longer ready, but answers and counts all requests until the drain is over', async () => {
    const { child, ended, url } = await launch(['service', '--port', '0'], {
      DATA_DIR: market.dataDir,
      SERVICE_NOW: '2026-11-10',
      DRAIN_SECONDS: '2',
    })
    const token = await market.newToken({ account: 'stopping' })
    const ask = (path: string) => fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })
    // Figures under a price range are computed for each request, which takes a while.
    const slow = () => ask('/stats/current?geo_id=z2&min_price_usd=1')
    const before = Array.from({ length: 15 }, slow)
    await Promise.race(before)
    child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(new URL('/readyz', url))).status).toBe(503)
    const after = Array.from({ length: 15 }, slow)
    const answers = await Promise.all([...before, ...after])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const answer of await Promise.all(after)) expect(answer.headers.get('connection')).toBe('close')
    expect(await ended).toEqual([0, null])
    await expect(ask('/ping')).rejects.toThrow()
    expect(statSync(join(market.dataDir, 'service', 'accounts.sqlite-wal')).size).toBe(0)
    const used = await withAccounts(market, async (store) => {
      const account = (await store.accountNamed('stopping'))?.id ?? 0
      return store.used({ account, quota_group: 'current', cycle: `${new Date().toISOString().slice(0, 7)}-01` })
    })
    expect(used).toBe(30)
  })
})
