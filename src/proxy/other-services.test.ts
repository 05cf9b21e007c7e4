import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../contract/figure-tile.ts'
import { meter as meterSchema } from '../contract/proxy-api.ts'
import { readHexes } from '../contract/service/hexes/received-hexes.ts'
import { readUsage } from '../contract/service/received-usage.ts'
import { figuresOf } from '../domain/figure.ts'
import { tileCells } from '../domain/tile.ts'
import { parentsAround } from '../testing/cells.ts'
import { type ProxyUnderTest, type PurchaseEvents, startProxyUnderTest } from '../testing/proxy-under-test.ts'
import type { Fault } from '../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../testing/strange-service/start-strange-service.ts'
import { UNGUARDED } from './spending/spending-rules.ts'

/** Services that follow the interface, but differ from ours where it is silent. */
let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service)
})

afterEach(async () => {
  await proxy.close()
  await service.close()
})

type Body = Record<string, unknown>
const changed = (change: (body: Body) => Body): Fault => ({ kind: 'changed', change })
const withRows = (change: (row: Body) => Body) =>
  changed((body) => ({ ...body, stats: (body.stats as Body[]).map(change) }))
const without = (keys: readonly string[], body: unknown): Body =>
  Object.fromEntries(Object.entries(body as Body).filter(([key]) => !keys.includes(key)))
const refused = () => service.calls.filter((call) => !call.answered)
const rowsOf = (told: PurchaseEvents) =>
  told.all('tile').flatMap(({ bytes }) => figuresOf(decodeTile(Buffer.from(bytes, 'base64'))).filter((row) => row))
const ONE = parentsAround(8, 1)

describe('a metered answer is kept', () => {
  const answers: [string, Fault][] = [
    ['whose rows omit name and area', withRows((row) => without(['name', 'median_area'], row))],
    [
      'whose rows count listings in their own way',
      withRows((row) => ({ ...row, listings: 'many', average_price: {} })),
    ],
    ['whose place is null', changed((body) => ({ ...body, territory: { selector: 'h3', place: null } }))],
    ['without the parts that nothing uses', changed((body) => without(['territory', 'period'], body))],
    ['without units', changed((body) => ({ ...body, filters: { ad_sub_type: 'buy' } }))],
    ['whose filters are null', changed((body) => ({ ...body, filters: null }))],
    ['whose filters are an empty list', changed((body) => ({ ...body, filters: [] }))],
    ['whose units are text', changed((body) => ({ ...body, filters: { units: 'metric' } }))],
    ['without its resolution', changed((body) => without(['resolution'], body))],
    ['whose resolution is an object', changed((body) => ({ ...body, resolution: { h3: 8 } }))],
    ['whose label stands only in its snapshot', changed((body) => without(['as_of'], body))],
    ['whose label is the day of its making', changed((body) => ({ ...body, as_of: '2026-11-15' }))],
    ['whose window is in another form', changed((body) => ({ ...body, window_start: {}, window_end: 7, fx_date: [] }))],
    ['whose areas have units of their own', withRows((row) => ({ ...row, median_area: { value: 80, unit: 'm2' } }))],
    ['with words for what is missing', withRows((row) => ({ ...row, average_price: '-', median_area: 'n/a' }))],
    [
      'whose snapshot has fewer fields',
      changed((body) => ({
        ...body,
        snapshot: without(['built', 'earliest_period', 'max_as_of_age_days'], body.snapshot),
      })),
    ],
    [
      'whose snapshot has no floor for some resolutions, and no trim',
      changed((body) => ({
        ...body,
        snapshot: { ...(body.snapshot as Body), outlier_trim_pct: null, min_listings_by_res: { 4: null, 8: 5 } },
      })),
    ],
  ]
  it.each(answers)('%s', async (_, fault) => {
    service.rules.faults = [fault]
    const told = await proxy.buy(ONE)
    expect(told.all('refused')).toEqual([])
    const expected = ONE.flatMap(tileCells).filter(service.rules.hasFigures)
    expect(rowsOf(told).map((row) => row?.cell)).toEqual(expected)
    expect(told.all('edition')[0]?.edition.snapshot.min_listings_by_res['8']).toBe(5)
    expect((await proxy.buy(ONE)).receipt.calls).toBe(0)
  })

  it.each([null, [], 'none'].map((snapshot) => ({ snapshot })))('without its snapshot: %j', async (other) => {
    service.rules.faults = [changed((body) => ({ ...body, ...other }))]
    expect(rowsOf(await proxy.buy(ONE))).toHaveLength(ONE.flatMap(tileCells).filter(service.rules.hasFigures).length)
  })

  it('with an unknown unit of area where it states none', async () => {
    service.rules.faults = [changed((body) => ({ ...body, filters: { ad_sub_type: 'buy' } }))]
    expect((await proxy.buy(ONE)).all('edition')[0]?.edition.size_unit).toBe('')
  })
})

describe('a list', () => {
  it('is written in another style when a refusal without filters names no parameter', async () => {
    Object.assign(service.rules, { listStyle: 'repeats', refusalExtras: { parameter: undefined } })
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(refused()).toHaveLength(1)
  })

  it('is written with commas again when the style was not the reason', async () => {
    service.rules.listStyle = 'commas'
    service.rules.faults = [{ kind: 'code', code: 'malformed_request' }]
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(0)
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(refused()).toHaveLength(2)
  })
})

describe('without quota headers', () => {
  it('the reserve is kept from the usage that the service reports elsewhere', async () => {
    await proxy.close()
    proxy = await startProxyUnderTest(service, { spending: { ...UNGUARDED, reserve: 7 } })
    Object.assign(service.rules, { tellsQuota: false, allowance: 10 })
    for (const parent of parentsAround(8, 6)) await proxy.buy([parent])
    expect(service.calls).toHaveLength(3)
    const meter = meterSchema.parse(JSON.parse((await proxy.get('/api/meter')).text))
    expect(meter).toMatchObject({ used: 3, remaining: 7 })
  })

  it('and without usage, calls made are subtracted from the last known allowance', async () => {
    await proxy.close()
    proxy = await startProxyUnderTest(service, { spending: { ...UNGUARDED, reserve: 7 } })
    Object.assign(service.rules, { tellsQuota: false, allowance: 10 })
    await proxy.buy(ONE)
    service.rules.usageFails = true
    for (const parent of parentsAround(8, 6)) await proxy.buy([parent])
    expect(service.calls).toHaveLength(3)
  })
})

describe('an id of a place', () => {
  it('may be any text', async () => {
    const geo_id = 'es/Cataluña/Sant Cugat (centre)'
    const cells = ONE.flatMap(tileCells).slice(0, 150)
    service.rules.places = { [geo_id]: cells }
    const query = new URLSearchParams({ geo_id, ledger: 'l1' })
    const body = { as_of: '2026-11-01', lens: 'default', resolution: 8, area: { geo_id } }
    const bought = await fetch(`${proxy.url}/api/areas`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect((await bought.json()).cells).toEqual([...cells].sort())
    expect((await proxy.get(`/api/areas/2026-11-01/default/8?${query}`)).response.status).toBe(200)
    const { response } = await proxy.get(`/public/v1/geo/${encodeURIComponent(geo_id)}/hexes`)
    expect(response.status).toBe(200)
  })
})

describe('the cells of a place', () => {
  const CELLS = ONE.flatMap(tileCells)
  const pages: [string, (next: string | null) => Body][] = [
    ['pagination', (next) => ({ pagination: { next_cursor: next, has_more: next !== null } })],
    ['next', (next) => ({ next })],
    ['next_cursor, beside the cursor of the page itself', (next) => ({ cursor: 'p1', next_cursor: next })],
    ['nextPageToken', (next) => ({ ...(next === null ? {} : { nextPageToken: next }) })],
  ]
  it.each(pages)('are all read when the next page is named as %s', (_, more) => {
    const page = (next: string | null) => readHexes({ results: CELLS, total: CELLS.length, ...more(next) })
    expect([page('p2').nextCursor, page(null).nextCursor, page('p2').cells.length]).toEqual(['p2', null, CELLS.length])
  })

  it('are those within the listed ones, when these are coarser', async () => {
    service.rules.places = { z7: ONE }
    const post = await fetch(`${proxy.url}/api/areas?dry_run=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, area: { geo_id: 'z7' } }),
    })
    expect(await post.json()).toMatchObject({ cells: [...CELLS].sort(), bought_cells: CELLS.length })
  })
})

describe('a URL limit that shrank', () => {
  it('is learned again from repeated resets, and not from a single one', async () => {
    service.rules.resetsLongUrls = true
    const lens = { lens: 'ad_sub_type=rent' }
    await proxy.buy(parentsAround(8, 3))
    service.rules.faults = [{ kind: 'reset' }]
    expect((await proxy.buy(parentsAround(8, 1), lens)).all('tile')).toHaveLength(0)
    const before = service.calls.length
    expect((await proxy.buy(parentsAround(8, 1), lens)).all('tile')).toHaveLength(1)
    expect(service.calls.length - before).toBe(1)
    service.rules.urlLimit = 3_000
    const tiles = parentsAround(7, 2)
    for (let views = 0; views < 3; views++) await proxy.buy(tiles, { resolution: 7 })
    expect((await proxy.buy(tiles, { resolution: 7 })).receipt.held_cells).toBe(2 * 343)
  })
})

describe('a filter', () => {
  it('may have any name short enough that the URL has room for a cell', async () => {
    expect((await proxy.buy(ONE, { lens: 'propertyType=flat' })).all('tile')).toHaveLength(1)
    expect(service.calls[0]?.lens).toMatchObject({ propertyType: 'flat' })
    const lens = Array.from({ length: 14 }, (_, index) => `f${index + 10}=${'%C3%A9'.repeat(90)}`).join('&')
    const body = { as_of: '2026-11-01', lens, resolution: 8, parents: ONE }
    expect((await proxy.post(body)).response.status).toBe(400)
  })
})

describe('free answers', () => {
  it('that report usage in another form do not count as a fault', async () => {
    const forms: unknown[] = [
      { groups: { current: { used: 3, remaining: 7, metered: true, limits: { monthly: 10 } } } },
      { groups: [{ name: 'current', used: '3' }, 'more'] },
      { token: {}, usage: [] },
    ]
    const seen = forms.map((form) => readUsage(form))
    expect(seen[0]).toMatchObject({ used: 3, remaining: 7, limit: 10, degraded: false })
    expect(seen[2]).toMatchObject({ used: null, remaining: null, limit: null, resetsAt: null })
    service.rules.freeFault = (path) => (path === '/usage' ? changed(() => ({ usage: [] })) : null)
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(proxy.said()).not.toContain('the allowance could not be read')
  })

  it('about a point in another form are obeyed', async () => {
    service.rules.freeFault = (path) =>
      path === '/geo/lookup'
        ? changed(() => ({
            kind: 'point',
            prices_available: false,
            zones: [],
            h3: 8,
            country: { code: 'es' },
            lat: '41',
          }))
        : null
    const told = await proxy.buy(ONE)
    expect(told.all('no_listings')).toHaveLength(1)
    expect(service.calls).toHaveLength(0)
  })
})

it.each(['not_covered', 'unknown_place', 'missing_parameter', 'not_found'])(
  'ground refused as %s is not asked for again by every viewer',
  async (code) => {
    service.rules.meteredFault = { kind: 'code', code }
    const tiles = parentsAround(8, 3)
    for (let viewer = 0; viewer < 5; viewer++) {
      expect((await proxy.buy(tiles)).all('refused')).toMatchObject([{ parents: tiles, refusal: { code } }])
    }
    expect(service.calls).toHaveLength(2)
    service.rules.meteredFault = null
    const others = parentsAround(8, 12).slice(8)
    expect((await proxy.buy([...tiles, ...others])).all('tile').length).toBeGreaterThanOrEqual(others.length)
  },
)
