import { latLngToCell } from 'h3-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import { figuresOf } from '../../domain/figure.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, readPurchaseEvents } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

const ONE = parentsAround(8, 1)
const MANY = parentsAround(8, 30)
const answered = () => service.calls.filter((call) => call.answered)

function expectServicePrices(told: Awaited<ReturnType<typeof proxy.buy>>): void {
  const tile = decodeTile(Buffer.from(told.all('tile')[0]?.bytes ?? '', 'base64'))
  const figures = figuresOf(tile).filter((figure) => figure !== null)
  expect(figures.length).toBeGreaterThan(100)
  for (const { cell, median_price } of figures) expect((median_price ?? 0) / service.price(cell)).toBeCloseTo(1, 4)
}

function boughtOnce(parents: readonly Cell[]): void {
  const cells = answered().flatMap((call) => call.cells)
  expect(new Set(cells).size).toBe(cells.length)
  expect(cells.length).toBe(343 * parents.length)
}

describe('a purchase', () => {
  it('sends the edition, then each tile with the service’s figures, then the receipt', async () => {
    const told = await proxy.buy(ONE)
    expect(told.events.map(({ type }) => type)).toEqual(['edition', 'tile', 'receipt'])
    expect(told.all('edition')[0]?.edition).toMatchObject({ as_of: '2026-11-01', lens: 'default', currency: 'USD' })
    expectServicePrices(told)
    expect(told.receipt).toMatchObject({ calls: 1, bought_cells: 343, held_cells: 0 })
    expect(told.receipt.meter).toMatchObject({ limit: 1_000, used: 1, remaining: 999, tiles_held: 1, calls_spent: 1 })
  })

  it('costs nothing when everything is held, even after a restart', async () => {
    await proxy.buy(MANY)
    const calls = service.calls.length
    await proxy.restart()
    const told = await proxy.buy(MANY)
    expect(service.calls.length).toBe(calls)
    expect(told.receipt).toMatchObject({ calls: 0, bought_cells: 0, held_cells: 343 * 30 })
    expect(told.all('tile').map(({ parent }) => parent)).toEqual(MANY)
  })

  it('buys only what is missing', async () => {
    await proxy.buy(MANY.slice(0, 10))
    const told = await proxy.buy(MANY)
    expect(told.receipt).toMatchObject({ bought_cells: 343 * 20, held_cells: 343 * 10 })
    boughtOnce(MANY)
  })

  it('streams held tiles before anything is bought', async () => {
    await proxy.buy(ONE)
    service.rules.delay = 1_500
    const response = await fetch(`${proxy.url}/api/purchases`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents: MANY }),
    })
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes('"tile"')) text += Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(answered()).toHaveLength(1)
    await reader?.cancel()
  })

  it('buys each cell once, however many want it at the same time', async () => {
    service.rules.delay = 50
    const all = await Promise.all(Array.from({ length: 50 }, () => proxy.buy(ONE)))
    expect(service.calls.length).toBe(1)
    for (const told of all) expect(told.all('tile')).toHaveLength(1)
    expect(all.reduce((sum, told) => sum + told.receipt.calls, 0)).toBe(1)
  })

  it('shares the tiles that two overlapping views want', async () => {
    service.rules.delay = 20
    const [left, right] = await Promise.all([proxy.buy(MANY.slice(0, 20)), proxy.buy(MANY.slice(10))])
    boughtOnce(MANY)
    expect(left?.all('tile')).toHaveLength(20)
    expect(right?.all('tile')).toHaveLength(20)
  })

  it('continues when the viewer leaves', async () => {
    service.rules.delay = 100
    const leaving = new AbortController()
    const response = await fetch(`${proxy.url}/api/purchases`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents: MANY }),
      signal: leaving.signal,
    })
    expect(response.status).toBe(200)
    leaving.abort()
    const told = await proxy.buy(MANY)
    expect(told.all('tile')).toHaveLength(30)
    boughtOnce(MANY)
  })

  it('tells the tiles of all calls that are under way when one of them is refused', async () => {
    Object.assign(service.rules, { cellBudget: 1_000, namesLimit: true })
    await proxy.buy(MANY.slice(0, 5))
    // The other calls of the first three are still under way, or being read.
    service.rules.faults = [{ kind: 'code', code: 'quota_exhausted' }]
    const before = service.calls.filter(({ isCharged }) => isCharged).length
    const wanted = MANY.slice(5, 15)
    const told = await proxy.buy(wanted)
    const tiles = told.all('tile').map(({ parent }) => parent)
    const held = await proxy.get(`/api/held/2026-11-01/default/8?parents=${wanted}`)
    expect(tiles.length).toBeGreaterThan(0)
    expect(tiles.toSorted()).toEqual((JSON.parse(held.text) as { held: string[] }).held.toSorted())
    expect(told.all('refused').flatMap(({ parents }) => parents)).toHaveLength(wanted.length - tiles.length)
    expect(told.receipt.calls).toBe(service.calls.filter(({ isCharged }) => isCharged).length - before)
  })

  it('spells the filters as the interface does', async () => {
    await proxy.buy(ONE, { lens: 'ad_sub_type=rent&max_price_usd=5000' })
    expect(service.calls[0]?.lens).toEqual({ ad_sub_type: 'rent', max_price_usd: '5000', currency: 'USD' })
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${ONE[0]}`)).response.status).toBe(404)
  })

  it('ignores duplicate rows and rows never requested', async () => {
    service.rules.isNoisy = true
    expectServicePrices(await proxy.buy(ONE))
  })
})

describe('the free look-up', () => {
  it('prevents purchases where it finds no listings, and is made once', async () => {
    service.rules.hasListings = (parent) => parent === MANY[0]
    service.rules.hasFigures = () => true
    const told = await proxy.buy(MANY)
    expect(told.all('no_listings').map(({ parent }) => parent)).toEqual(MANY.slice(1))
    expect(told.receipt).toMatchObject({ calls: 1, bought_cells: 343 })
    const asked = service.free.length
    await proxy.restart()
    await proxy.buy(MANY.slice(1))
    expect(service.free.slice(asked).filter((target) => target.includes('/geo/lookup'))).toEqual([])
    expect(service.calls.length).toBe(1)
  })

  it('can be overruled, and is not trusted again once it was wrong', async () => {
    service.rules.hasListings = () => false
    await proxy.buy(MANY)
    expect(service.calls.length).toBe(0)
    const told = await proxy.buy(ONE, { distrust_lookups: true })
    expect(told.all('tile')).toHaveLength(1)
    expect((await proxy.buy(MANY)).all('tile')).toHaveLength(30)
  })

  it('stays trusted when a tile bought despite it is empty', async () => {
    service.rules.hasListings = () => false
    service.rules.hasFigures = () => false
    expect((await proxy.buy(ONE, { distrust_lookups: true })).all('tile')).toHaveLength(1)
    expect((await proxy.buy(MANY.slice(1))).all('no_listings')).toHaveLength(29)
  })

  it('prevents coarse tiles far from every served country, unless overruled, and learns when that was wrong', async () => {
    const [near, ocean] = [
      [41.4, 2.2],
      [38, -40],
    ].map(([lat = 0, lng = 0]) => parseCell(latLngToCell(lat, lng, 2))) as [Cell, Cell]
    const first = await proxy.buy([near, ocean], { resolution: 5 })
    expect(first.all('tile').map(({ parent }) => parent)).toEqual([near])
    expect(first.all('refused')).toMatchObject([{ parents: [ocean], refusal: { code: 'not_covered' } }])
    const bought = await proxy.buy([ocean], { resolution: 5, distrust_lookups: true })
    expect(bought.all('tile')).toHaveLength(1)
    const other = parseCell(latLngToCell(30, -45, 2)) as Cell
    expect((await proxy.buy([other], { resolution: 5 })).all('tile')).toHaveLength(1)
  })

  it('allows coarse tiles anywhere when the served countries are unknown', async () => {
    service.rules.countries = ['es', 'xk-unknown']
    const ocean = parseCell(latLngToCell(38, -40, 2)) as Cell
    expect((await proxy.buy([ocean], { resolution: 5 })).all('tile')).toHaveLength(1)
  })

  it('is not made for tiles whose parents it refuses', async () => {
    await proxy.buy(parentsAround(6, 3), { resolution: 6 })
    expect(service.free.filter((target) => target.includes('/geo/lookup'))).toEqual([])
  })
})

describe('the period', () => {
  it('is found without a metered call', async () => {
    expect(JSON.parse((await proxy.get('/api/period')).text)).toMatchObject({ as_of: '2026-11-01' })
    expect(service.calls.length).toBe(0)
  })

  it('is the service’s when it has moved on: tiles and the edition are of the new one', async () => {
    await proxy.buy(ONE)
    Object.assign(service.rules, { as_of: '2026-12-01', current_period: '2026-12-01' })
    const told = await proxy.buy(MANY)
    expect(told.all('edition').map(({ edition }) => edition.as_of)).toEqual(['2026-11-01', '2026-12-01'])
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${ONE[0]}`)).response.status).toBe(200)
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${MANY[1]}`)).response.status).toBe(404)
    expect((await proxy.get(`/api/tiles/2026-12-01/default/8/${MANY[1]}`)).response.status).toBe(200)
    expect(JSON.parse((await proxy.get('/api/period')).text)).toMatchObject({ as_of: '2026-12-01' })
  })

  it('is not bought twice for viewers who still request the old one', async () => {
    await proxy.buy(ONE, { as_of: '2026-10-01' })
    const told = await proxy.buy(ONE, { as_of: '2026-10-01' })
    expect(told.receipt).toMatchObject({ calls: 0, held_cells: 343 })
    expect(service.calls.length).toBe(1)
  })

  it('that nobody names is not filled with empty tiles', async () => {
    service.rules.current_period = null
    service.rules.hasFigures = () => false
    const told = await proxy.buy(ONE)
    expect(told.all('refused')[0]?.refusal.code).toBe('no_period')
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${ONE[0]}`)).response.status).toBe(404)
  })
})

describe('an unknown cell budget', () => {
  const title = 'of %i cells is learned, and everything is bought once'
  it.each([50, 1_000])(title, expectLearned)
  it.each([171, 343, 100_000])(title, { tags: 'nightly' }, expectLearned)

  async function expectLearned(budget: number): Promise<void> {
    service.rules.cellBudget = budget
    const parents = parentsAround(8, 6)
    const told = await proxy.buy(parents)
    expect(told.all('tile')).toHaveLength(6)
    boughtOnce(parents)
    const refused = service.calls.filter((call) => !call.answered)
    expect(refused.length).toBeLessThanOrEqual(6)
    expect(told.receipt.calls).toBe(answered().length)
  }

  it('is remembered after a restart and for other resolutions', async () => {
    service.rules.cellBudget = 400
    await proxy.buy(MANY)
    await proxy.restart()
    const refused = service.calls.filter((call) => !call.answered).length
    await proxy.buy(parentsAround(8, 60))
    await proxy.buy(parentsAround(6, 10), { resolution: 6 })
    expect(service.calls.filter((call) => !call.answered).length).toBe(refused)
  })

  it('is noticed when it shrinks', async () => {
    await proxy.buy(MANY)
    service.rules.cellBudget = 200
    expect((await proxy.buy(parentsAround(8, 40))).all('tile')).toHaveLength(40)
    boughtOnce(parentsAround(8, 40))
  })

  it('is looked for again when the allowance is raised, as with a larger plan', async () => {
    service.rules.cellBudget = 300
    await proxy.buy(MANY.slice(0, 3))
    Object.assign(service.rules, { cellBudget: 10_000, allowance: 10_000 })
    await proxy.restart()
    await proxy.get('/api/meter')
    const before = service.calls.length
    expect((await proxy.buy(MANY)).all('tile')).toHaveLength(30)
    // 9,261 cells.
    expect(service.calls.length - before).toBeLessThanOrEqual(5)
  })

  it.each(['before the first answer', 'later'])(
    'is found again soon after refusals that were wrong (%s)',
    async (when) => {
      const tiles = parentsAround(8, 12)
      if (when === 'later') await proxy.buy(tiles.slice(9))
      service.rules.meteredFault = { kind: 'code', code: 'too_many_hexes' }
      await proxy.buy(tiles.slice(0, 3))
      service.rules.meteredFault = null
      const first = await proxy.buy(tiles.slice(3, 6))
      expect(first.all('tile')).toHaveLength(3)
      expect(first.receipt.calls).toBeLessThan(60)
      expect((await proxy.buy(tiles.slice(6, 9))).receipt.calls).toBeLessThan(4)
      boughtOnce(when === 'later' ? tiles.slice(3) : tiles.slice(3, 9))
    },
  )

  async function expectRefusals({ tiles, calls, most }: Record<'tiles' | 'calls' | 'most', number>): Promise<void> {
    service.rules.cellBudget = 5
    const told = await proxy.buy(MANY.slice(0, tiles))
    expect(told.all('tile')).toHaveLength(tiles)
    const refused = service.calls.filter((call) => !call.answered).length
    expect(told.receipt.calls).toBeGreaterThan(calls)
    expect(refused).toBeLessThanOrEqual(most)
  }

  it('is tried less and less often where it is small', { tags: 'nightly' }, () =>
    expectRefusals({ tiles: 2, calls: 130, most: 11 }),
  )

  it('is hardly tried in hundreds of calls', { tags: 'nightly' }, () =>
    expectRefusals({ tiles: 6, calls: 400, most: 13 }),
  )
})

describe('an unknown limit on the length of requests', () => {
  it.each([false, true])('is learned from a 414, or from resets (%s)', async (resetsLongUrls) => {
    // A circle with so few cells saves nothing once the length is known.
    Object.assign(service.rules, { urlLimit: 5_000, resetsLongUrls, cellBudget: 400 })
    const told = await proxy.buy(MANY.slice(0, 12))
    expect(told.all('tile')).toHaveLength(12)
    expect(told.receipt.bought_cells).toBe(343 * 12)
    const longest = Math.max(...answered().map((call) => call.bytes))
    expect(longest).toBeLessThanOrEqual(5_000)
    expect(longest).toBeGreaterThan(4_000)
  })
})

describe('reading', () => {
  it('never spends', async () => {
    const paths = ['/healthz', '/api/period', '/api/meter', `/api/tiles/2026-11-01/default/8/${ONE[0]}`]
    const more = ['/api/editions/2026-11-01/default/8', '/public/v1/geo', '/public/v1/stats/current?h3=1', '/', '/x']
    for (const path of [...paths, ...more, '/api/purchases']) await proxy.get(path)
    expect(service.calls).toEqual([])
  })

  it('fails when the stream of a purchase is cut short', () => {
    expect(() => readPurchaseEvents('{"type":"no_listings","parent":"x"}\n')).toThrow(/receipt/)
  })
})
