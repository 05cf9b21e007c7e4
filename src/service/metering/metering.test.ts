import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Pool } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { usageResponse } from '../../contract/service/assumptions.ts'
import { createAccount } from '../accounts/accounts.ts'
import { withAccounts } from '../accounts/open-accounts.ts'
import { createToken } from '../accounts/tokens.ts'
import { PLANS } from '../plans/plans.ts'
import { startService } from '../start-service.ts'

const UNLIMITED = { current: 1_000_000, history: 1_000_000, metadata: 1_000_000 }
const PLANS_OF_TESTS = {
  thousand: { ...PLANS.standard, allowance: { current: 1_000, history: 10 }, rate_per_min: UNLIMITED },
  slow: { ...PLANS.standard, rate_per_min: { ...UNLIMITED, current: 150 } },
}
/** There are no listings, so the response is empty, but it counts. */
const METERED = '/stats/current?lat=-48.88&lng=-123.39&radius_km=1'
const CONNECTIONS = 64

let dataDir: string
let running: Awaited<ReturnType<typeof startService>>[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'metering-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((service) => service.close()))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start() {
  const log = pino({ level: 'error' })
  const clock = () => new Date('2026-11-20T10:00:20Z')
  const service = await startService({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    now: clock,
    clock,
    plans: PLANS_OF_TESTS,
    log,
  })
  running.push(service)
  return service
}

async function newToken(plan: keyof typeof PLANS_OF_TESTS): Promise<string> {
  await createAccount({ dataDir, name: plan, plan, plans: PLANS_OF_TESTS })
  return createToken({ dataDir, account: plan, kind: 'ro' })
}

/** Sends `count` requests over 64 connections to the services in turn; returns the number of responses by status. */
async function ask(urls: readonly string[], token: string, count: number): Promise<Record<number, number>> {
  const pools = urls.map((url) => new Pool(new URL(url).origin, { connections: CONNECTIONS / urls.length }))
  const poolOf = (i: number) => {
    const pool = pools[i % pools.length]
    if (!pool) throw new Error('expected at least one service')
    return pool
  }
  const statuses: Record<number, number> = {}
  const askOnce = async (i: number) => {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await poolOf(i).request({ method: 'GET', path: `${PATH_PREFIX}${METERED}`, headers })
    await body.dump()
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: count }, (_, i) => askOnce(i)))
  await Promise.all(pools.map((pool) => pool.close()))
  return statuses
}

describe('over 64 connections to two services on one folder', { timeout: 120_000 }, () => {
  it('an allowance of 1,000 admits exactly 1,000', async () => {
    const token = await newToken('thousand')
    const urls = [(await start()).url, (await start()).url]
    expect(await ask(urls, token, 1_100)).toEqual({ 200: 1_000, 402: 100 })
    const answer = await fetch(`${urls[0]}/usage`, { headers: { authorization: `Bearer ${token}` } })
    const { groups, degraded } = usageResponse.parse(await answer.json())
    expect(groups[0]).toMatchObject({ group: 'current', used: 1_000, remaining: 0 })
    expect(degraded).toBe(false)
    const byDay = await withAccounts({ dataDir }, async (store) => store.usedByDay(1, '2026-11-01'))
    expect(byDay).toEqual([{ day: '2026-11-20', quota_group: 'current', used: 1_000 }])
  })

  it('a rate of 150 per minute admits exactly 150, even across a restart', async () => {
    const token = await newToken('slow')
    const [one, other] = [await start(), await start()]
    expect(await ask([one.url, other.url], token, 100)).toEqual({ 200: 100 })
    await one.close()
    running = [other]
    const again = await start()
    expect(await ask([again.url, other.url], token, 200)).toEqual({ 200: 50, 429: 150 })
  })
})

describe('a service', () => {
  it('does not start while an account is on a plan that does not exist', async () => {
    await createAccount({ dataDir, name: 'acme', plan: 'gold', plans: { gold: PLANS.large } })
    await expect(start()).rejects.toThrow('account "acme" is on plan "gold"')
  })
})
