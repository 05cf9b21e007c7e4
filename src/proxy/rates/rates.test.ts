import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CurrencyRate, currencyRate } from '../../contract/currency-rate.ts'
import { decodeTile } from '../../contract/figure-tile.ts'
import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import { figuresOf } from '../../domain/figure.ts'
import { parseAsOf } from '../../domain/period.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { forgetPeriods } from '../ledger/opening/forget-periods.ts'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import { UNGUARDED } from '../spending/spending-rules.ts'

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

const [TILE, OTHER] = parentsAround(8, 2) as [Cell, Cell]
const HELD = '/api/rates/2026-11-01/EUR'
const BODY = { as_of: '2026-11-01', currency: 'EUR', lens: 'default', resolution: 8, parent: TILE }
/** A rate that differs in every cell. */
const varying = (_: string, cell: Cell) => 0.9 + Number(cellToBigInt(cell) % 97n) / 1_000

async function find(changed: object = {}, of = proxy) {
  const response = await fetch(`${of.url}/api/rates`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...BODY, ...changed }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const rateOf = async (changed: object = {}, of = proxy): Promise<CurrencyRate> =>
  currencyRate.parse((await find(changed, of)).body)
const callsIn = (currency: string) => service.calls.filter((call) => call.lens.currency === currency)

describe('a rate', () => {
  it('is found with one call for the priced cells of a held tile, and is then free for everybody', async () => {
    await proxy.buy([TILE])
    expect((await proxy.get(HELD)).response.status).toBe(204)
    const rate = await rateOf()
    expect(rate).toMatchObject({
      kind: 'rate',
      as_of: '2026-11-01',
      currency: 'EUR',
      base: 'USD',
      fx_date: '2026-10-30',
    })
    expect(rate).toMatchObject({ units_per_usd: expect.closeTo(0.9213, 9), spread: expect.closeTo(0, 5) })
    const [call, ...more] = callsIn('EUR')
    expect(more).toEqual([])
    expect(call?.cells.every(service.rules.hasFigures)).toBe(true)
    expect(call?.cells.length).toBe(rate.cells)

    await proxy.restart()
    const held = await proxy.get(HELD)
    expect(JSON.parse(held.text)).toEqual(rate)
    expect(await rateOf({ parent: OTHER })).toEqual(rate)
    expect(service.calls.length).toBe(2)
    const meter = JSON.parse((await proxy.get('/api/meter')).text)
    expect(meter).toMatchObject({ used: 2, calls_spent: 2, tiles_held: 1 })
    const detail = JSON.parse((await proxy.get('/api/meter/detail')).text)
    expect(detail.by_lens).toContainEqual({ lens: 'default&currency=EUR', calls: 1, bought_cells: rate.cells })
  })

  it('is bought once, however many request it at once with tiles of their own', async () => {
    await proxy.buy([TILE, OTHER])
    service.rules.delay = 30
    const rates = await Promise.all(
      Array.from({ length: 40 }, (_, index) => rateOf({ parent: index % 2 === 0 ? TILE : OTHER })),
    )
    expect(new Set(rates.map((rate) => JSON.stringify(rate))).size).toBe(1)
    expect(callsIn('EUR').length).toBe(1)
  })

  it('is bought once by two proxies that share a ledger', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rates-'))
    const pair = await Promise.all([0, 1].map(() => startProxyUnderTest(service, { dataDir })))
    const [first, second] = pair as [ProxyUnderTest, ProxyUnderTest]
    try {
      await first.buy([TILE])
      service.rules.delay = 30
      const rates = await Promise.all([first, second, first, second].map((each) => rateOf({}, each)))
      expect(new Set(rates.map((rate) => JSON.stringify(rate))).size).toBe(1)
      expect(callsIn('EUR').length).toBe(1)
    } finally {
      await Promise.all(pair.map((each) => each.close()))
      rmSync(dataDir, { recursive: true })
    }
  })

  it('never needs more cells than the service is known to accept', async () => {
    service.rules.cellBudget = 60
    await proxy.buy([TILE])
    const refused = service.calls.filter((call) => !call.answered).length
    const rate = await rateOf()
    expect(rate).toMatchObject({ kind: 'rate', units_per_usd: expect.closeTo(0.9213, 9) })
    expect(callsIn('EUR').length).toBe(1)
    expect(service.calls.filter((call) => !call.answered).length).toBe(refused)
  })

  it('is forgotten with its period', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rates-'))
    const ledger = openSqliteLedger(join(dataDir, 'proxy', 'ledger.sqlite'))
    await ledger.learn('rates 2026-10-01', { EUR: 1 })
    await ledger.learn('rates 2026-11-01', { EUR: 1 })
    await ledger.close()
    const as_of = parseAsOf('2026-11-01')
    if (as_of === null) throw new Error('2026-11-01 is a period')
    await forgetPeriods({ dataDir, ledgerUrl: null, log: pino({ level: 'silent' }) }, [as_of])
    const after = openSqliteLedger(join(dataDir, 'proxy', 'ledger.sqlite'))
    expect(await after.learned('rates 2026-11-01')).toBeNull()
    expect(await after.learned('rates 2026-10-01')).toEqual({ EUR: 1 })
    await after.close()
    rmSync(dataDir, { recursive: true })
  })
})

describe('figures that no rate explains', () => {
  beforeEach(async () => {
    service.rules.unitsPerUsd = (currency, cell) => (currency === 'EUR' ? varying(currency, cell) : 1)
    await proxy.buy([TILE])
  })

  it('are bought in that currency, beside those in USD, and keep what the comparison paid for', async () => {
    const told = await rateOf()
    expect(told).toMatchObject({ kind: 'bought-as-such', currency: 'EUR', cells: expect.any(Number) })
    expect(JSON.parse((await proxy.get(HELD)).text)).toEqual(told)
    const bought = await proxy.buy([TILE], { currency: 'EUR' })
    expect(bought.all('edition')[0]?.edition).toMatchObject({ lens: 'default', currency: 'EUR' })
    const cells = callsIn('EUR').flatMap((call) => call.cells)
    expect(new Set(cells).size).toBe(cells.length)
    expect(cells.length).toBe(343)

    const address = `/api/tiles/2026-11-01/default/8/${TILE}`
    const rows = async (query: string) => {
      const { bytes } = await proxy.get(address + query)
      return figuresOf(decodeTile(bytes)).filter((figure) => figure !== null)
    }
    for (const { cell, median_price } of await rows('?currency=EUR')) {
      expect((median_price ?? 0) / (service.price(cell) * varying('EUR', cell))).toBeCloseTo(1, 4)
    }
    for (const { cell, median_price } of await rows('')) {
      expect((median_price ?? 0) / service.price(cell)).toBeCloseTo(1, 4)
    }
    const edition = await proxy.get('/api/editions/2026-11-01/default/8?currency=EUR')
    expect(JSON.parse(edition.text)).toMatchObject({ currency: 'EUR' })
    expect(await rows('?currency=USD')).toEqual(await rows(''))
  })

  it('of an answer in another currency than requested are not kept', async () => {
    service.rules.currency = 'USD'
    expect(await find()).toMatchObject({ status: 502, body: { error: 'other_currency' } })
    expect((await proxy.get(HELD)).response.status).toBe(204)
  })
})

describe('a rate is refused', () => {
  it.each([
    ['currency', { currency: 'eur' }, 'three capital letters'],
    ['currency', { currency: 'USD' }, 'bought in USD'],
    ['as_of', { as_of: '2026-11-02' }, 'first day'],
    ['parent', { parent: '88394460c3fffff' }, 'expected parent to be an H3 cell of resolution'],
    ['resolution', { resolution: 9 }, ''],
    ['lens', { lens: 'b=1&a=1' }, 'canonical'],
  ])('when the %s is invalid', async (parameter, changed, says) => {
    const { status, body } = await find(changed)
    expect([status, body.error, body.parameter]).toEqual([400, 'invalid_parameter', parameter])
    expect(body.message).toContain(says)
    expect(service.calls).toEqual([])
  })

  it('for a tile that is not held or has too few figures, without spending', async () => {
    expect(await find()).toMatchObject({
      status: 409,
      body: { error: 'not_held', message: expect.stringContaining(TILE) },
    })
    service.rules.hasFigures = (cell) => cellToBigInt(cell) % 100n === 0n
    await proxy.buy([TILE])
    expect(await find()).toMatchObject({ status: 409, body: { error: 'too_few_figures' } })
    expect(callsIn('EUR')).toEqual([])
  })

  it('for a currency that the service lacks, not tile by tile, and without spending when its filters show this', async () => {
    const tiles = parentsAround(8, 4)
    await proxy.buy(tiles)
    const objection = { status: 400, body: { error: 'invalid_parameter', parameter: 'currency' } }
    for (const parent of tiles) expect(await find({ currency: 'TTD', parent })).toMatchObject(objection)
    expect(callsIn('TTD').length).toBe(2)
    // Where the service lists none, a code that no currency of the world has is refused for free.
    expect(await find({ currency: 'QQQ' })).toMatchObject(objection)
    expect(await proxy.post({ ...BODY, currency: 'QQQ', parents: [OTHER] })).toMatchObject({
      response: { status: 400 },
    })
    expect(callsIn('QQQ')).toEqual([])
    service.rules.currencies = ['EUR', 'USD']
    await proxy.restart()
    const { status, body } = await find({ currency: 'TTD' })
    expect([status, body.parameter, body.message]).toEqual([400, 'currency', expect.stringContaining("'TTD'")])
    expect(callsIn('TTD').length).toBe(2)
    expect(await rateOf()).toMatchObject({ kind: 'rate' })
  })

  it('for a period that is over', async () => {
    await proxy.buy([TILE])
    service.rules.as_of = '2026-12-01'
    expect(await find()).toMatchObject({ status: 409, body: { error: 'period_over' } })
    expect((await proxy.get('/api/rates/2026-12-01/EUR')).response.status).toBe(204)
    service.rules.current_period = '2026-12-01'
    await proxy.restart()
    const calls = service.calls.length
    expect(await find()).toMatchObject({ status: 409, body: { error: 'period_over' } })
    expect(service.calls.length).toBe(calls)
  })

  it('when the service has no figures in that currency, and is not paid for twice', async () => {
    await proxy.buy([TILE])
    service.rules.hasFigures = () => false
    expect(await find()).toMatchObject({ status: 409, body: { error: 'rate_undecided' } })
    expect(await find()).toMatchObject({ status: 409, body: { error: 'rate_undecided' } })
    expect(callsIn('EUR').length).toBe(1)
  })

  it('when the allowance is spent, and the pause holds for tiles too', async () => {
    await proxy.buy([TILE])
    service.rules.allowance = 1
    expect(await find()).toMatchObject({
      status: 402,
      body: { error: 'quota_exhausted', resets_at: '2026-12-01T00:00:00Z' },
    })
    const calls = service.calls.length
    expect((await proxy.buy([OTHER])).all('refused')[0]?.refusal.code).toBe('quota_exhausted')
    expect(service.calls.length).toBe(calls)
  })

  it('by the guards on spending, except when it is held', async () => {
    await proxy.buy([TILE])
    const guarded = { spending: { ...UNGUARDED, mode: 'ask' as const, callsPerDay: 2 } }
    const asking = await startProxyUnderTest(service, guarded)
    await asking.buy([TILE], { confirmed: true })
    expect(await find({}, asking)).toMatchObject({ status: 409, body: { error: 'confirmation_needed' } })
    expect(await rateOf({ confirmed: true }, asking)).toMatchObject({ kind: 'rate' })
    expect(await rateOf({}, asking)).toMatchObject({ kind: 'rate' })
    const { status, body } = await find({ currency: 'GBP', confirmed: true }, asking)
    expect([status, body.error, typeof body.resets_at]).toEqual([409, 'day_cap_reached', 'string'])
    await asking.close()
  })

  it('to pages of other sites', async () => {
    await proxy.buy([TILE])
    const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }
    const response = await fetch(`${proxy.url}/api/rates`, { method: 'POST', headers, body: JSON.stringify(BODY) })
    expect(response.status).toBe(403)
    const form = await fetch(`${proxy.url}/api/rates`, { method: 'POST', body: JSON.stringify(BODY) })
    expect(form.status).toBe(415)
    expect(callsIn('EUR')).toEqual([])
  })
})
