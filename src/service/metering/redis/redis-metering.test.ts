import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usageResponse } from '../../../contract/service/assumptions.ts'
import type { RunningServer } from '../../../server/http/running-server.ts'
import { hidePassword, parseRedisAddress, type RedisAddress } from '../../../server/storage/redis-address.ts'
import { askMetered, METERED } from '../../../testing/ask-metered.ts'
import {
  countConnections,
  startRedis,
  startRedisCluster,
  type TestRedis,
} from '../../../testing/servers/redis-server.ts'
import { createAccount, refillAccount } from '../../accounts/accounts.ts'
import { createToken } from '../../accounts/tokens.ts'
import { PLANS } from '../../plans/plans.ts'
import { startService } from '../../start-service.ts'
import { openRedisMetering } from './redis-metering.ts'

const UNLIMITED = { current: 1_000_000, history: 1_000_000, metadata: 1_000_000 }
const PLANS_OF_TESTS = {
  hundred: { ...PLANS.standard, allowance: { current: 100, history: 10 }, rate_per_min: UNLIMITED },
  slow: { ...PLANS.standard, rate_per_min: { ...UNLIMITED, current: 50 } },
}
/** There are no listings, so the response is empty, but it counts. */
const NOW = () => new Date('2026-11-20T10:00:20Z')

let redis: TestRedis
let folders: string[]
let running: RunningServer[]
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis?.close())
beforeEach(async () => {
  await redis.clear()
  running = []
  folders = [mkdtempSync(join(tmpdir(), 'redis-metering-'))]
})
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function addressOf(url: string): RedisAddress {
  const address = parseRedisAddress(url)
  if (address === null) throw new Error(`expected the address of a Redis, found ${url}`)
  return address
}

async function newToken(plan: keyof typeof PLANS_OF_TESTS): Promise<string> {
  const [dataDir = ''] = folders
  await createAccount({ dataDir, name: plan, plan, plans: PLANS_OF_TESTS })
  return createToken({ dataDir, account: plan, kind: 'ro' })
}

/** Starts a service on a host of its own: a copy of the accounts. Call it after `newToken`. */
async function start(url: string | null = redis.url): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'redis-metering-'))
  folders.push(dataDir)
  cpSync(join(folders[0] ?? '', 'service'), join(dataDir, 'service'), { recursive: true })
  return startOn(dataDir, url)
}

async function startOn(dataDir: string, url: string | null): Promise<string> {
  const service = await startService({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    now: NOW,
    clock: NOW,
    plans: PLANS_OF_TESTS,
    log: pino({ level: 'silent' }),
    meteringUrl: url === null ? null : addressOf(url),
  })
  running.push(service)
  return service.url
}

it('tell nobody the password that a server repeats', () => {
  const address = addressOf(`redis://me:${'secret'.repeat(30)}@store`)
  // Redis 7 without AUTH; it repeats only the first 128 characters.
  const said = `ERR unknown command 'auth', with args beginning with: 'me' '${'secret'.repeat(20)}`
  expect(hidePassword(said, address)).toBe("ERR unknown command 'auth'")
  expect(hidePassword('WRONGPASS for me:secret', addressOf('redis://me:secret@store'))).toBe('WRONGPASS for me:…')
  expect(hidePassword('WRONGPASS', addressOf('redis://store'))).toBe('WRONGPASS')
})

async function usage(url: string, token: string) {
  const answer = await fetch(`${url}/usage`, { headers: { authorization: `Bearer ${token}` } })
  const { groups, degraded } = usageResponse.parse(await answer.json())
  return { used: groups.find(({ group }) => group === 'current')?.used, degraded }
}

describe('services on several hosts with one Redis', { timeout: 120_000 }, () => {
  it('admit exactly what an allowance has, and a refill begins it again', async () => {
    const token = await newToken('hundred')
    const urls = [await start(), await start(), await start()]
    expect(await askMetered(urls, token, 140)).toEqual({ 200: 100, 402: 40 })
    for (const url of urls) expect(await usage(url, token)).toEqual({ used: 100, degraded: false })
    await refillAccount({ dataDir: folders[1] ?? '', name: 'hundred', now: NOW(), meteringUrl: addressOf(redis.url) })
    expect(await askMetered(urls, token, 101)).toEqual({ 200: 100, 402: 1 })
  })

  it('admit exactly what a minute has', async () => {
    const token = await newToken('slow')
    const urls = [await start(), await start()]
    expect(await askMetered(urls, token, 80)).toEqual({ 200: 50, 429: 30 })
  })

  it('continue from the count in the file of accounts', async () => {
    const token = await newToken('hundred')
    const before = await startOn(folders[0] ?? '', null)
    expect(await askMetered([before], token, 30)).toEqual({ 200: 30 })
    const urls = [await start(), await start()]
    expect(await askMetered(urls, token, 90)).toEqual({ 200: 70, 402: 20 })
  })

  it('serve without counting while the Redis is killed or frozen, and count again once it is back', async () => {
    const token = await newToken('hundred')
    const urls = [await start(), await start()]
    const [one = ''] = urls
    expect(await askMetered(urls, token, 20)).toEqual({ 200: 20 })
    await redis.kill()
    expect(await askMetered(urls, token, 150)).toEqual({ 200: 150 })
    expect(await usage(one, token)).toEqual({ used: null, degraded: true })
    await redis.start()
    await expect.poll(() => usage(one, token), { timeout: 20_000 }).toEqual({ used: 20, degraded: false })
    redis.freeze()
    expect(await askMetered(urls, token, 150)).toEqual({ 200: 150 })
    expect((await usage(one, token)).degraded).toBe(true)
    redis.thaw()
    await expect.poll(async () => (await usage(one, token)).degraded, { timeout: 20_000 }).toBe(false)
    await expect.poll(async () => (await usage(urls[1] ?? '', token)).degraded, { timeout: 20_000 }).toBe(false)
    // A frozen server may have counted what it had been sent before it stopped, and what waited is counted when it thaws.
    const { used = 0 } = await usage(one, token)
    expect(await askMetered(urls, token, 120)).toEqual({ 200: 100 - (used ?? 0), 402: 20 + (used ?? 0) })
  })

  it('charge a call with a key once, whichever service gets it how often', async () => {
    const token = await newToken('hundred')
    const urls = [await start(), await start()]
    const send = async (url: string, key: string | null, target = METERED) => {
      const headers = { authorization: `Bearer ${token}`, ...(key !== null && { 'Idempotency-Key': key }) }
      return (await fetch(url + target, { headers })).status
    }
    const [one = '', two = ''] = urls
    for (const url of [one, two, one]) expect(await send(url, 'call-number-1')).toBe(200)
    expect((await usage(one, token)).used).toBe(1)
    // A different call with the same key counts separately, and so does one with an invalid key.
    expect(await send(two, 'call-number-1', `${METERED}&res=7`)).toBe(200)
    for (const key of [null, null, 'short', 'short']) expect(await send(one, key)).toBe(200)
    expect((await usage(two, token)).used).toBe(6)
    // The last call of an allowance can be sent again, and no further one.
    await askMetered(urls, token, 93)
    for (const url of urls) expect(await send(url, 'call-number-2')).toBe(200)
    for (const url of urls) expect(await send(url, 'call-number-3')).toBe(402)
    expect(await send(two, 'call-number-2')).toBe(200)
    expect((await usage(two, token)).used).toBe(100)
    // Refunded once, and only when no other request has its response: otherwise a client could cancel one and keep the
    // other's figures for free.
    const balance = { account: 2, quota_group: 'current', cycle: '2026-11-01', day: '2026-11-20', once: 'a' } as const
    const [faults, usedBefore] = [{ begin: () => {}, end: () => {} }, () => 0]
    const log = pino({ level: 'silent' })
    const options = { address: addressOf(redis.url), clock: NOW, faults, log, usedBefore, noteUse: () => {} }
    const { meter, close } = await openRedisMetering(options)
    for (const _ of [1, 2]) expect(await meter.charge(balance, 10)).toEqual({ kind: 'charged', used: 1 })
    for (const left of [1, 0, 0]) {
      await meter.refund(balance)
      expect(await meter.used(balance)).toBe(left)
    }
    close()
    // The file of accounts knows no keys: each request counts.
    const alone = await startOn(folders[0] ?? '', null)
    for (let i = 0; i < 2; i++) expect(await send(alone, 'call-number-4')).toBe(200)
    expect((await usage(alone, token)).used).toBe(2)
  })

  it('do not start without it, say what is wrong without the password, and leave nothing open', async () => {
    await newToken('hundred')
    await redis.run(['ACL', 'SETUSER', 'counter', 'on', '>right', '~*', '+@all'])
    const { host } = new URL(redis.url)
    const refusal = (url: string) => start(url).then(() => 'it started', String)
    expect(await refusal('redis://127.0.0.1:1')).toContain(
      'the Redis at 127.0.0.1:1 (METERING_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    )
    expect(await refusal('redis://nowhere.invalid:6379')).toContain('cannot be reached: getaddrinfo E')
    const wrong = await refusal(`redis://counter:wrong-secret@${host}`)
    expect(wrong).toContain(`the Redis at ${host} (METERING_URL) cannot be reached: WRONGPASS`)
    expect(wrong).not.toContain('secret')
    // It would count in database 0, where those of other accounts may be.
    expect(await refusal(`${redis.url}/99`)).toContain('ERR DB index is out of range')
    await expect.poll(() => countConnections(redis)).toBe(0)
  })
})

it('a Redis that deletes counts when it is full is named at the start', async () => {
  const said: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => said.push(JSON.parse(line)) })
  const faults = { begin: () => {}, end: () => {} }
  const options = { address: addressOf(redis.url), clock: NOW, faults, log, usedBefore: () => 0, noteUse: () => {} }
  const open = async () => (await openRedisMetering(options)).close()
  await open()
  expect(said).toEqual([])
  await redis.run(['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru'])
  await open().finally(() => redis.run(['CONFIG', 'SET', 'maxmemory-policy', 'noeviction']))
  const msg = 'once it is full, this Redis deletes what accounts have spent, so they may spend it again'
  expect(said).toMatchObject([{ maxmemory_policy: 'allkeys-lru', msg }])
})

it('a Redis Cluster counts as one server does', { tags: 'nightly', timeout: 120_000 }, async () => {
  const cluster = await startRedisCluster()
  try {
    const token = await newToken('hundred')
    const urls = [await start(cluster.url), await start(cluster.url)]
    expect(await askMetered(urls, token, 120)).toEqual({ 200: 100, 402: 20 })
  } finally {
    await cluster.close()
  }
})
