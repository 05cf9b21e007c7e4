// @module-tag nightly
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usageResponse } from '../../contract/service/assumptions.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import type { RunningServer } from '../../server/http/running-server.ts'
import { parseRedisAddress } from '../../server/storage/redis-address.ts'
import { askMetered, METERED } from '../../testing/ask-metered.ts'
import {
  hasPostgres,
  postgresAddress,
  startPostgres,
  type TestPostgres,
} from '../../testing/servers/postgres-server.ts'
import { startRedis } from '../../testing/servers/redis-server.ts'
import { PLANS } from '../plans/plans.ts'
import { openPostgres } from '../postgres/postgres-server.ts'
import { type ServiceOptions, startService } from '../start-service.ts'
import { createAccount, listAccounts, refillAccount } from './accounts.ts'
import { withAccounts } from './open-accounts.ts'
import { openPostgresAccounts } from './postgres-accounts.ts'
import { servePostgres } from './serve-postgres.ts'
import { createToken, revokeToken } from './tokens.ts'

const UNLIMITED = { current: 1_000_000, history: 1_000_000, metadata: 1_000_000 }
const PLANS_OF_TESTS = {
  hundred: { ...PLANS.standard, allowance: { current: 100, history: 10 }, rate_per_min: UNLIMITED },
  slow: { ...PLANS.standard, rate_per_min: { ...UNLIMITED, current: 50 } },
}
/** There are no listings, so the response is empty, but it counts. */
const NOW = () => new Date('2026-11-20T10:00:20Z')

describe.skipIf(!hasPostgres())('services on several hosts with one Postgres', { timeout: 120_000 }, () => {
  let postgres: TestPostgres
  let url: string
  let folders: string[]
  let running: RunningServer[]
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.close())
  beforeEach(async () => {
    url = await postgres.newDatabase()
    folders = []
    running = []
  })
  afterEach(async () => {
    await Promise.all(running.map((service) => service.close()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const place = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'postgres-accounts-'))
    folders.push(dataDir)
    return { dataDir, accountsUrl: postgresAddress(url) }
  }
  const newToken = async (plan: keyof typeof PLANS_OF_TESTS) => {
    await createAccount({ ...place(), name: plan, plan, plans: PLANS_OF_TESTS })
    return createToken({ ...place(), account: plan, kind: 'ro' })
  }
  /** Starts a service on a host of its own, which has nothing but the address. */
  const start = async (more: Partial<ServiceOptions> = {}): Promise<string> => {
    const at = { host: '127.0.0.1', port: 0, now: NOW, clock: NOW, log: pino({ level: 'silent' }) }
    const service = await startService({ ...place(), ...at, plans: PLANS_OF_TESTS, ...more })
    running.push(service)
    return service.url
  }
  const send = (to: string, token: string, path = METERED, more: Record<string, string> = {}) =>
    fetch(to + path, { headers: { authorization: `Bearer ${token}`, ...more } })
  const usage = async (to: string, token: string) => {
    const { groups, degraded } = usageResponse.parse(await (await send(to, token, '/usage')).json())
    return { used: groups.find(({ group }) => group === 'current')?.used, degraded }
  }
  const readiness = async (to: string) => (await (await fetch(new URL('/readyz', to))).json()) as { status: string }

  it('create the tables once when they start together, and admit exactly what an allowance has', async () => {
    const urls = await Promise.all([start(), start(), start()])
    const token = await newToken('hundred')
    expect(await askMetered(urls, token, 140)).toEqual({ 200: 100, 402: 40 })
    for (const to of urls) expect(await usage(to, token)).toEqual({ used: 100, degraded: false })
    await refillAccount({ ...place(), name: 'hundred', now: NOW() })
    expect(await askMetered(urls, token, 101)).toEqual({ 200: 100, 402: 1 })
    const byDay = await withAccounts(place(), async (store) => store.usedByDay(1, '2026-11-01'))
    expect(byDay).toEqual([{ day: '2026-11-20', quota_group: 'current', used: 200 }])
  })

  it('admit exactly what a minute has, and refuse a revoked token from the next request on', async () => {
    const token = await newToken('slow')
    const urls = await Promise.all([start(), start()])
    expect(await askMetered(urls, token, 80)).toEqual({ 200: 50, 429: 30 })
    expect((await send(urls[1] ?? '', token, '/coverage')).status).toBe(200)
    await revokeToken({ ...place(), token })
    for (const to of urls) expect((await send(to, token, '/coverage')).status).toBe(401)
  })

  it('charge a call with a key once, whichever service gets it how often', async () => {
    const token = await newToken('hundred')
    const urls = await Promise.all([start(), start()])
    const key = { 'Idempotency-Key': 'call-number-1' }
    const calls = Array.from({ length: 12 }, (_, i) => send(urls[i % 2] ?? '', token, METERED, key))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
    expect(await usage(urls[0] ?? '', token)).toEqual({ used: 1, degraded: false })
    await askMetered(urls, token, 98)
    // The last call of an allowance can be sent again, and no further one.
    const last = { 'Idempotency-Key': 'call-number-2' }
    for (const to of urls) expect((await send(to, token, METERED, last)).status).toBe(200)
    for (const to of urls) {
      expect((await send(to, token, METERED, { 'Idempotency-Key': 'call-number-3' })).status).toBe(402)
    }
    await withAccounts(place(), async (store) => {
      const balance = { account: 1, quota_group: 'current', cycle: '2026-11-01', day: '2026-11-20' } as const
      expect(await store.charge({ ...balance, once: 'a' }, 1_000)).toBe(101)
      expect(await store.charge({ ...balance, once: 'a' }, 1_000)).toBe(101)
      // Refunded once, and only when no other request has its response: otherwise a client could cancel one and keep the
      // other's figures for free.
      for (const left of [101, 100, 100]) {
        await store.refund({ ...balance, once: 'a' })
        expect(await store.used(balance)).toBe(left)
      }
      // Those at the same moment wait for each other, and each counts from what the one before it left.
      const server = await openPostgres(postgresAddress(url), { statementMs: 20_000 })
      const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      const atOnce = async (...calls: (() => unknown)[]) => {
        const { started } = await server.together(async (statement) => {
          await statement("SELECT FROM charged_call WHERE call = 'b' FOR UPDATE")
          const started = calls.map((call) => call())
          await expect.poll(() => server.read(waiting)).toEqual([{ count: calls.length }])
          return { started }
        })
        await Promise.all(started)
        return store.used(balance)
      }
      const charge = () => store.charge({ ...balance, once: 'b' }, 1_000)
      const refund = () => store.refund({ ...balance, once: 'b' })
      expect([await charge(), await charge()]).toEqual([101, 101])
      expect(await atOnce(refund, refund)).toBe(100)
      expect([await charge(), await atOnce(charge, refund)]).toEqual([101, 101])
      await refund()
      expect(await store.used(balance)).toBe(100)
      await server.close()
    })
  })

  it('keep verified tokens working while it is down, never call another one wrong, and count again once it is back', async () => {
    const token = await newToken('hundred')
    const registry = new Registry()
    const to = await start({ registry })
    const metric = async () => (await registry.getSingleMetricAsString('squaremetre_service_accounts_degraded')).at(-1)
    expect(await askMetered([to], token, 20)).toEqual({ 200: 20 })
    expect([await readiness(to), await metric()]).toEqual([{ status: 'ready' }, '0'])

    for (const stop of [postgres.kill, async () => postgres.freeze()]) {
      const unseen = await createToken({ ...place(), account: 'hundred', kind: 'ro' })
      await stop()
      expect((await send(to, unseen)).status).toBe(503)
      expect(await askMetered([to], token, 30)).toEqual({ 200: 30 })
      expect(await usage(to, token)).toEqual({ used: null, degraded: true })
      expect([await readiness(to), await metric()]).toEqual([{ status: 'degraded' }, '1'])
      const refused = await send(to, unseen)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(refused.headers.get('x-quota-group')).toBe('current')
      expect(errorEnvelope.parse(await refused.json())).toMatchObject({ error: 'internal_error' })
      // Public paths need no account.
      expect((await send(to, unseen, '/ping')).status).toBe(200)
      const page = await fetch(new URL('/account/sign-in?link=some', to))
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      if (stop === postgres.kill) await postgres.start()
      else postgres.thaw()
      await expect.poll(() => readiness(to), { timeout: 20_000 }).toEqual({ status: 'ready' })
      expect((await send(to, unseen)).status).toBe(200)
    }
    // Two calls with unknown tokens; a frozen server may count what it was sent once it continues.
    const { used = 0 } = await usage(to, token)
    expect(used).toBeGreaterThanOrEqual(22)
    expect(used).toBeLessThanOrEqual(25)
    expect(await askMetered([to], token, 101 - (used ?? 0))).toEqual({ 200: 100 - (used ?? 0), 402: 1 })
  })

  it('read on after a restart of the server that broke their idle connections', async () => {
    const token = await newToken('hundred')
    const to = await start()
    expect((await send(to, token)).status).toBe(200)
    await postgres.kill()
    await postgres.start()
    expect((await send(to, token, '/coverage')).status).toBe(200)
    expect(await usage(to, token)).toEqual({ used: 1, degraded: false })
  })

  it('continue in Redis from the count in Postgres', async () => {
    const token = await newToken('hundred')
    expect(await askMetered([await start()], token, 30)).toEqual({ 200: 30 })
    const redis = await startRedis()
    try {
      const meteringUrl = parseRedisAddress(redis.url)
      const urls = await Promise.all([start({ meteringUrl }), start({ meteringUrl })])
      for (const to of urls) expect((await send(to, token, '/coverage')).status).toBe(200)
      await postgres.kill()
      // The count to continue from is unknown: beginning at zero would give part of the allowance twice.
      expect(await askMetered(urls, token, 10)).toEqual({ 200: 10 })
      await postgres.start()
      for (const to of urls) await expect.poll(() => readiness(to), { timeout: 20_000 }).toEqual({ status: 'ready' })
      expect(await askMetered(urls, token, 90)).toEqual({ 200: 70, 402: 20 })
    } finally {
      await redis.close()
    }
  })

  it('leave no connection behind when they cannot start for another reason', async () => {
    await expect(start({ meteringUrl: parseRedisAddress('redis://127.0.0.1:1') })).rejects.toThrow('(METERING_URL)')
    const asking = await openPostgres(postgresAddress(url), { statementMs: 5_000 })
    const connections = async () => {
      const sql = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()'
      return await asking.read(sql)
    }
    await expect.poll(connections).toEqual([{ count: 1 }])
    await asking.close()
  })

  it('say what is wrong with an address or a server, without the password', async () => {
    const address = postgresAddress(url)
    const tryWith = (more: Partial<typeof address>) =>
      listAccounts({ ...place(), accountsUrl: { ...address, ...more } }).catch((error: Error) => error.message)
    const at = `the Postgres at 127.0.0.1:${postgres.port}/${address.database} (ACCOUNTS_URL)`
    expect(await tryWith({ password: 'wrong-secret' })).toBe(
      `${at} refuses: password authentication failed for user "squaremetre". Check the user and the password.`,
    )
    expect(await tryWith({ database: 'nowhere' })).toContain('database "nowhere" does not exist. Create the database.')
    expect(await tryWith({ port: 1 })).toBe(
      `the Postgres at 127.0.0.1:1/${address.database} (ACCOUNTS_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:1`,
    )
    const toMoveTo = openPostgresAccounts({ ...address, port: 1 }, { statementMs: 5_000, givenBy: '--to' })
    await expect(toMoveTo).rejects.toThrow('(--to) cannot be reached')
    expect(await tryWith({ host: 'nowhere.invalid' })).toMatch(/cannot be reached: getaddrinfo E/)
    expect(await tryWith({ tls: 'verified' })).toContain('cannot be reached: The server does not support SSL')
    await expect(start({ accountsUrl: { ...address, port: 1 } })).rejects.toThrow('(ACCOUNTS_URL) cannot be reached')
  })

  it('have one key for cursors, that of the first one', async () => {
    const services = []
    for (const _ of [1, 2]) {
      const options = { clock: NOW, faults: { begin: () => {}, end: () => {} }, report: () => {} }
      services.push(await servePostgres(postgresAddress(url), options))
    }
    const keys = []
    for (const [i, service] of services.entries()) keys.push(await service.sharedKey('cursor-key', `key-${i}`))
    expect(keys).toEqual(['key-0', 'key-0'])
    for (const { accounts } of services) await accounts.close()
  })

  it('refuse tables of a newer version, and those of another program', async () => {
    const address = postgresAddress(url)
    await listAccounts(place())
    const server = await openPostgres(address, { statementMs: 5_000 })
    await server.write('UPDATE squaremetre_schema SET version = 99')
    await expect(listAccounts(place())).rejects.toThrow(/to have version \d+ at most, found 99: a newer/)
    url = await postgres.newDatabase()
    const other = await openPostgres(postgresAddress(url), { statementMs: 5_000 })
    await other.write('CREATE TABLE account (number INTEGER)')
    await expect(listAccounts(place())).rejects.toThrow('relation "account" already exists')
    await Promise.all([server.close(), other.close()])
  })
})
