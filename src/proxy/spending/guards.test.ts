import { afterEach, describe, expect, it } from 'vitest'
import { meterDetail, meter as meterSchema, purchaseQuote } from '../../contract/proxy-api.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, readPurchaseEvents, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { type AccessRules, OPEN_TO_ALL } from '../access/access.ts'
import { type SpendingRules, UNGUARDED } from './spending-rules.ts'

const ONE = parentsAround(8, 1)
const MANY = parentsAround(8, 9)
const BODY = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
const JSON_TYPE = { 'Content-Type': 'application/json' }

let service: StrangeService
let proxy: ProxyUnderTest

async function start(spending: Partial<SpendingRules>, access: Partial<AccessRules> = {}): Promise<void> {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, {
    spending: { ...UNGUARDED, ...spending },
    access: { ...OPEN_TO_ALL, ...access },
  })
}

afterEach(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
})

const lookups = () => service.free.filter((path) => path.includes('/geo/lookup'))
const readMeter = async (headers = {}) => meterSchema.parse(JSON.parse((await proxy.get('/api/meter', headers)).text))
const codesOf = (told: Awaited<ReturnType<typeof proxy.buy>>) => told.all('refused').map(({ refusal }) => refusal.code)

async function quoteOf(parents: readonly string[], more = {}) {
  const response = await fetch(`${proxy.url}/api/purchases?dry_run=1`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ ...BODY, parents, ...more }),
  })
  return purchaseQuote.parse(await response.json())
}

describe('a dry run', () => {
  it('returns the calls and cells of the plan that a purchase then follows, and spends nothing', async () => {
    await start({})
    await proxy.buy(ONE)
    service.rules.hasListings = (parent) => parent !== MANY[8]
    const metered = service.calls.length
    const quote = await quoteOf(MANY)
    expect(service.calls.length).toBe(metered)
    expect(quote).toMatchObject({ held_cells: 343, bought_cells: 7 * 343, no_listings: [MANY[8]], refusal: null })
    const told = await proxy.buy(MANY)
    expect(told.receipt.bought_cells).toBe(quote.bought_cells)
    // Lessons on the way may make it cheaper, never more expensive.
    expect(told.receipt.calls).toBeGreaterThan(0)
    expect(told.receipt.calls).toBeLessThanOrEqual(quote.calls)
    const after = { calls: 0, bought_cells: 0, held_cells: 8 * 343, no_listings: [MANY[8]], refusal: null }
    expect(await quoteOf(MANY)).toMatchObject(after)
  })

  it('requested with another value is refused, because it is not meant to spend', async () => {
    await start({})
    const response = await fetch(`${proxy.url}/api/purchases?dry_run=true`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ ...BODY, parents: ONE }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_parameter', parameter: 'dry_run' })
    expect(service.calls.length).toBe(0)
  })
})

describe('the mode', () => {
  it('ask: sends held tiles, and buys the rest once the viewer has agreed', async () => {
    await start({ mode: 'ask' })
    expect(codesOf(await proxy.buy(ONE))).toEqual(['confirmation_needed'])
    expect(await quoteOf(ONE)).toMatchObject({ calls: 1, refusal: { code: 'confirmation_needed' } })
    expect(await quoteOf(ONE, { confirmed: true })).toMatchObject({ calls: 1, refusal: null })
    expect(service.calls.length).toBe(0)
    expect((await proxy.buy(ONE, { confirmed: true })).receipt.calls).toBe(1)
    const told = await proxy.buy(MANY.slice(0, 2))
    expect(told.all('tile').map(({ parent }) => parent)).toEqual(ONE)
    expect(codesOf(told)).toEqual(['confirmation_needed'])
    // Only the confirmed purchase looked its tile up.
    expect(lookups()).toHaveLength(1)
    expect(told.receipt.meter.spending.mode).toBe('ask')
  })

  it('ask: a viewer who has agreed is not refused because another has not', async () => {
    await start({ mode: 'ask' })
    service.rules.delay = 50
    const told = await Promise.all([proxy.buy(ONE), proxy.buy(ONE, { confirmed: true })])
    expect(told[1].all('tile')).toHaveLength(1)
    expect(service.calls.length).toBe(1)
  })

  it('held-only: buys nothing even with consent', async () => {
    await start({ mode: 'held-only' })
    expect(codesOf(await proxy.buy(ONE, { confirmed: true }))).toEqual(['held_only'])
    expect([service.calls, lookups()]).toEqual([[], []])
  })
})

describe('the caps', () => {
  it('by address hold when cookies are dropped, and do not affect others', async () => {
    await start({ callsPerAddress: 2 }, { trustedProxies: ['loopback'] })
    const from = (address: string) => ({ ...JSON_TYPE, 'X-Forwarded-For': address })
    const buy = (parent: string | undefined, address: string) =>
      proxy.post({ ...BODY, parents: [parent] }, from(address)).then(({ text }) => text)
    for (const parent of MANY.slice(0, 2)) expect(await buy(parent, '2001:db8::1')).toContain('"tile"')
    // Another address of the same subscriber.
    expect(await buy(MANY[2], '2001:db8::2')).toContain('viewer_cap_reached')
    expect((await readMeter(from('2001:db8::3'))).spending.viewer).toEqual({ calls: 2, spent: 2 })
    expect((await readMeter(from('2001:db8::3'))).spending.paused).toBeNull()
    expect(await buy(MANY[2], '2001:db8:0:1::1')).toContain('"tile"')
    expect(service.calls.length).toBe(3)
  })

  it('by address hold for sixteen networks of an IPv6 site together, and do not affect another site', async () => {
    await start({ callsPerAddress: 1 }, { trustedProxies: ['loopback'] })
    const parents = parentsAround(8, 17)
    const buy = (parent: string | undefined, address: string) =>
      proxy.post({ ...BODY, parents: [parent] }, { ...JSON_TYPE, 'X-Forwarded-For': address }).then(({ text }) => text)
    for (const [network, parent] of parents.slice(0, 16).entries()) {
      expect(await buy(parent, `2001:db8:0:${network}::1`)).toContain('"tile"')
    }
    expect(await buy(parents[16], '2001:db8:0:16::1')).toContain('viewer_cap_reached')
    expect(await buy(parents[16], '2001:db8:1::1')).toContain('"tile"')
    expect(service.calls.length).toBe(17)
  })

  it('ignore an address that does not come from a trusted proxy', async () => {
    await start({ callsPerAddress: 1 })
    const buy = (parent: string | undefined, address: string) =>
      proxy.post({ ...BODY, parents: [parent] }, { ...JSON_TYPE, 'X-Forwarded-For': address }).then(({ text }) => text)
    expect(await buy(MANY[0], '192.0.2.1')).toContain('"tile"')
    expect(await buy(MANY[1], '192.0.2.2')).toContain('viewer_cap_reached')
  })

  it('by session hold for a cookie that scripts cannot read', async () => {
    await start({ callsPerSession: 1, callsPerAddress: 3 }, { trustedProxies: ['loopback'] })
    const cookieOf = async (headers = {}) =>
      (await proxy.get('/api/period', headers)).response.headers.get('Set-Cookie') ?? ''
    const set = await cookieOf()
    expect(set).toMatch(/^squaremetre_session=[\w-]{22}; Path=\/api; HttpOnly; SameSite=Strict$/)
    expect(await cookieOf({ 'X-Forwarded-Proto': 'https' })).toContain('; Secure')
    const cookie = set.split(';')[0] ?? ''
    expect(await cookieOf({ Cookie: cookie })).toBe('')
    const buy = (parent: string | undefined, more = {}) =>
      proxy.post({ ...BODY, parents: [parent] }, { ...JSON_TYPE, ...more }).then(({ text }) => text)
    expect(await buy(MANY[0], { Cookie: cookie })).toContain('"tile"')
    expect(await buy(MANY[1], { Cookie: cookie })).toContain('viewer_cap_reached')
    expect(await buy(MANY[1])).toContain('"tile"')
    expect(await buy(MANY[2])).toContain('"tile"')
    expect(await buy(MANY[3])).toContain('viewer_cap_reached')
  })

  it('do not count a refused call whose own count shows that it was not charged', async () => {
    await start({ callsPerDay: 3, callsPerAddress: 3 })
    await proxy.buy(ONE)
    service.rules.faults = [{ kind: 'code', code: 'not_covered' }]
    expect(codesOf(await proxy.buy(MANY.slice(1, 2)))).toEqual(['not_covered'])
    expect((await readMeter()).spending).toMatchObject({
      day: { calls: 3, spent: 1 },
      viewer: { calls: 3, spent: 1 },
    })
    expect(service.calls.length).toBe(2)
  })

  it('of the day count refused calls that may be charged, too, and survive a restart', async () => {
    await start({ callsPerDay: 2 })
    service.rules.tellsQuota = false
    service.rules.faults = [{ kind: 'code', code: 'not_covered' }]
    await proxy.buy(ONE)
    await proxy.restart()
    expect((await proxy.buy(ONE)).receipt.calls).toBe(1)
    const told = await proxy.buy(MANY)
    expect(codesOf(told)).toEqual(['day_cap_reached'])
    expect(told.all('tile')).toHaveLength(1)
    expect(told.receipt.meter.spending).toMatchObject({
      day: { calls: 2, spent: 2 },
      paused: { code: 'day_cap_reached' },
    })
    expect(service.calls.length).toBe(2)
  })

  it('of one viewer do not refuse another who waits for the same tile', async () => {
    await start({ callsPerAddress: 1 }, { trustedProxies: ['loopback'] })
    const buyFrom = async (address: string, parents: readonly string[]) => {
      const { text } = await proxy.post({ ...BODY, parents }, { ...JSON_TYPE, 'X-Forwarded-For': address })
      return readPurchaseEvents(text)
    }
    expect(codesOf(await buyFrom('192.0.2.1', ONE))).toEqual([])
    const open = MANY.slice(1, 2)
    service.rules.freeDelay = 100
    const [spent, other] = await Promise.all([buyFrom('192.0.2.1', open), buyFrom('192.0.2.2', open)])
    expect([codesOf(spent), codesOf(other)]).toEqual([['viewer_cap_reached'], []])
    expect(other.all('tile')).toHaveLength(1)
  })
})

describe('the reserve', () => {
  it('stays, however many buy at once', async () => {
    await start({ reserve: 995 })
    service.rules.cellBudget = 343
    const told = await Promise.all(MANY.map((parent) => proxy.buy([parent])))
    expect(told.flatMap(codesOf)).toContain('reserve_reached')
    expect((await readMeter()).remaining).toBeGreaterThanOrEqual(995)
    expect((await readMeter()).spending.paused).toMatchObject({
      code: 'reserve_reached',
      resets_at: '2026-12-01T00:00:00Z',
    })
  })
})

describe('the meter in detail', () => {
  it('has the spending by day and lens, and what the ledger saved', async () => {
    await start({})
    await proxy.buy(ONE)
    await proxy.buy(ONE)
    const tile = `/api/tiles/2026-11-01/default/8/${ONE[0]}?ledger=any`
    for (let i = 0; i < 3; i++) await proxy.get(tile)
    await fetch(proxy.url + tile, { method: 'HEAD' })
    await proxy.get(tile.replace('11-01', '10-01'))
    const detail = meterDetail.parse(JSON.parse((await proxy.get('/api/meter/detail')).text))
    expect(detail).toEqual({
      by_day: [{ day: '2026-11-21', calls: 1, bought_cells: 343, held_cells: 4 * 343 }],
      by_lens: [{ lens: 'default', calls: 1, bought_cells: 343 }],
      saved: { held_cells: 4 * 343, calls: 4 },
    })
  })

  it('keeps the savings through a restart', async () => {
    await start({})
    await proxy.buy(ONE)
    await proxy.buy(ONE)
    await proxy.restart()
    expect(JSON.parse((await proxy.get('/api/meter/detail')).text).saved.held_cells).toBe(343)
  })
})
