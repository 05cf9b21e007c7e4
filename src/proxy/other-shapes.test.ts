// @module-tag nightly
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { areaAnswer } from '../contract/area.ts'
import { decodeTile } from '../contract/figure-tile.ts'
import { PATH_PREFIX } from '../contract/limits.ts'
import { meter as meterSchema } from '../contract/proxy-api.ts'
import { ERROR_STATUS } from '../contract/service/errors.ts'
import { receivedPlaces } from '../contract/service/geo.ts'
import { cellParent } from '../domain/cell.ts'
import { figuresOf } from '../domain/figure.ts'
import { tileCells } from '../domain/tile.ts'
import { parentsAround } from '../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts'
import type { Fault } from '../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../testing/strange-service/start-strange-service.ts'

/**
 * Everything that the interface does not show, in shapes that it allows and in unreadable ones: each may cost its own
 * feature, and nothing else.
 */
type Body = Record<string, unknown>
type Change = (body: Body) => unknown
const [TILE = '' as never] = parentsAround(8, 1)
const CELLS = tileCells(TILE).slice(0, 150)
const AREA = { as_of: '2026-11-01', lens: 'default', resolution: 8, area: { geo_id: 'z1' } }

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  service = await startStrangeService({ places: { z1: CELLS }, currencies: ['USD', 'EUR'], describesItself: true })
  proxy = await startProxyUnderTest(service)
})

afterEach(async () => {
  await proxy.close()
  await service.close()
})

const onPath = (wanted: string, change: Change) => {
  service.rules.freeFault = (path): Fault | null => (path.endsWith(wanted) ? { kind: 'changed', change } : null)
}

/** Buys a tile, and expects every figure of it, once. */
async function expectFigures(): Promise<void> {
  const told = await proxy.buy([TILE])
  expect(told.all('refused')).toEqual([])
  const rows = told.all('tile').flatMap(({ bytes }) => figuresOf(decodeTile(Buffer.from(bytes, 'base64'))))
  expect(rows.flatMap((row) => row?.cell ?? [])).toEqual(tileCells(TILE).filter(service.rules.hasFigures))
  expect((await proxy.buy([TILE])).receipt.calls).toBe(0)
}

async function meter() {
  return meterSchema.parse(JSON.parse((await proxy.get('/api/meter')).text))
}

async function area() {
  return proxy.postTo('/api/areas', AREA)
}

const OTHERS: Readonly<Record<string, readonly [string, Change][]>> = {
  '/usage': [
    ['a list under another name', ({ groups }) => ({ quota: groups })],
    ['text', () => 'unlimited'],
    ['no groups', () => ({})],
    ['groups that are text', () => ({ groups: ['current'] })],
    ['null', () => null],
  ],
  '/coverage': [
    ['null resolutions, odd flags', ({ countries }) => ({ countries: (countries as Body[]).map(oddCountry) })],
    [
      'entries that cannot be read beside one that can',
      ({ countries }) => ({ countries: [7, {}, ...(countries as Body[])] }),
    ],
    [
      'resolutions that are lists of null',
      ({ countries }) => ({ countries: (countries as Body[]).map((one) => ({ ...one, h3_resolutions: [null, ''] })) }),
    ],
    ['a map of countries', () => ({ countries: { es: {} } })],
    ['nothing', () => null],
  ],
  '/meta/filters': [
    ['a map of values', () => ({ rooms: ['1', '2'] })],
    ['a list of names', () => ['rooms', 'property_type']],
    ['numbers', () => [1, 2]],
    ['text', () => 'ask support'],
  ],
  '/geo/lookup': [
    ['in results', (point) => ({ results: [point] })],
    ['under its name', (point) => ({ point })],
    ['with zones of unknown levels and forms', (point) => ({ ...point, zones: [{ level: 'planet' }, 3, null] })],
    ['without zones', ({ kind, prices_available }) => ({ kind, prices_available })],
    ['with a flag as text', (point) => ({ ...point, prices_available: 'yes' })],
    ['without a flag', ({ kind }) => ({ kind })],
    ['about another cell', (point) => ({ ...point, h3: '85da9b27fffffff', prices_available: false })],
    ['as a list', (point) => [point]],
  ],
  '/ping': [['nothing', () => ({})]],
  '/openapi.yaml': [['something else', () => ['paths']]],
}

function oddCountry(country: Body): Body {
  return {
    ...country,
    h3_resolutions: null,
    searchable: 'yes',
    prices_available: 1,
    since: 2020,
    reports_available: null,
  }
}

const CASES = Object.entries(OTHERS).flatMap(([path, shapes]) =>
  shapes.map(([name, change]) => [path, name, change] as const),
)

describe('figures are bought, once and right, whatever the shape of', () => {
  it.each(CASES)('%s: %s', async (path, _, change) => {
    onPath(path, change)
    await expectFigures()
    if (path !== '/usage') expect(await meter()).toMatchObject({ used: 1, remaining: 999 })
    const { text, response } = await area()
    expect(response.status).toBe(200)
    expect(areaAnswer.parse(JSON.parse(text))).toMatchObject({ refusal: null, cells: [...CELLS].sort() })
  })
})

it('figures are bought, once and right, in the types of another language', async () => {
  service.rules.types = 'others'
  service.rules.current_period = '2026-11-01T00:00:00Z'
  expect(JSON.parse((await proxy.get('/api/period')).text)).toMatchObject({ as_of: '2026-11-01' })
  await expectFigures()
})

it('resolutions with periods of their own are bought once each, also after a change between them', async () => {
  const view = async (resolution: 5 | 8, as_of: string) => {
    service.rules.as_of = as_of
    const told = await proxy.buy(parentsAround(resolution, 1), { resolution })
    expect(told.all('edition').map(({ edition }) => edition.as_of)).toEqual([as_of])
    expect(told.all('tile')).toHaveLength(1)
    return told.receipt.calls
  }
  expect([await view(8, '2026-09-01'), await view(5, '2026-11-01')]).toEqual([1, 1])
  expect([await view(8, '2026-09-01'), await view(5, '2026-11-01')]).toEqual([0, 0])
  // The page is told the one that zones name.
  expect(JSON.parse((await proxy.get('/api/period')).text)).toMatchObject({ as_of: '2026-11-01' })
})

describe('the cells of a place', () => {
  const shapes: [string, Change][] = [
    ['as numbers', ({ results }) => ({ results: (results as { h3: string }[]).map(({ h3 }) => Number(h3)) })],
    ['as text', ({ results, ...rest }) => ({ ...rest, cells: (results as Body[]).map(({ h3 }) => h3) })],
    ['in an envelope', (body) => ({ data: body })],
    ['without a territory', ({ territory, ...rest }) => rest],
    ['with a roll-up as text', (body) => ({ ...body, territory: { rolled_up_from: '8', rollup_note: null } })],
  ]
  it.each(shapes)('are read %s', async (_, change) => {
    service.rules.hexes = { ...service.rules.hexes, pageSize: 200 }
    onPath('/hexes', change)
    expect(areaAnswer.parse(JSON.parse((await area()).text))).toMatchObject({
      cells: [...CELLS].sort(),
      cells_complete: true,
    })
  })

  const cursors: [string, Change][] = [
    ['with its cursor two levels down', ({ next_cursor: next, ...rest }) => ({ ...rest, meta: { page: { next } } })],
    [
      'with its cursor in an address',
      ({ next_cursor: next, ...rest }) => ({ ...rest, links: { next: next && { href: `/x/hexes?cursor=${next}` } } }),
    ],
  ]
  it.each(cursors)('are read page by page %s', async (_, change) => {
    onPath('/hexes', change)
    expect(areaAnswer.parse(JSON.parse((await area()).text))).toMatchObject({ cells: [...CELLS].sort() })
  })

  const partial: [string, Change][] = [
    ['one cannot be read', ({ results, ...rest }) => ({ ...rest, results: [...(results as Body[]), { h3: 'none' }] })],
    ['the service counts more', (body) => ({ ...body, total: 151 })],
    ['the service counts more in text', (body) => ({ ...body, meta: { total: '151' } })],
    ['the service counts more under another name', (body) => ({ ...body, count: 151 })],
    ['it is the first of two pages', (body) => ({ ...body, page: 1, pages: 2 })],
    ['there is more, and no cursor', (body) => ({ ...body, has_more: true })],
  ]
  it.each(partial)('are not passed off as all of them where %s, and the map goes on', async (_, change) => {
    service.rules.hexes = { ...service.rules.hexes, pageSize: 200 }
    onPath('/hexes', change)
    expect(areaAnswer.parse(JSON.parse((await area()).text)).cells_complete).toBe(false)
    await expectFigures()
  })
})

describe('a plan that gates the cells of places', () => {
  it('says so of an area beyond it, at once and of that resolution alone', async () => {
    Object.assign(service.rules, { plansGateHexes: true, finestResolution: 6 })
    const { text, response } = await area()
    expect(response.status).toBe(ERROR_STATUS.resolution_not_in_plan)
    expect(JSON.parse(text)).toMatchObject({ error: 'resolution_not_in_plan' })
    const coarser = areaAnswer.parse(JSON.parse((await proxy.postTo('/api/areas', { ...AREA, resolution: 6 })).text))
    expect(coarser).toMatchObject({ refusal: null, cells_complete: true })
    expect(coarser.cells).toEqual([...new Set(CELLS.map((cell) => cellParent(cell, 6)))].sort())
    expect(service.calls).toHaveLength(1)
  })
})

describe.each(['lower', 'upper'] as const)('headers in %s case', (headerCase) => {
  it('are read: what was used, and how long to wait', async () => {
    Object.assign(service.rules, { headerCase, perMinute: { metered: 1, free: null }, minuteMs: 1_000 })
    await expectFigures()
    expect(await meter()).toMatchObject({ used: 1, remaining: 999 })
    const [, other = TILE] = parentsAround(8, 2)
    // The refusal names the wait, after which the figures come.
    expect((await proxy.buy([other])).all('tile')).toHaveLength(1)
  })
})

describe('rows of /geo', () => {
  it('are passed on where they lack what nobody needs, beside rows that nobody can read', async () => {
    service.rules.geoRows = 'sparse'
    const { text, response } = await proxy.get(`${PATH_PREFIX}/geo?parent=es`)
    expect(response.status).toBe(200)
    const { parent, results } = receivedPlaces.parse(JSON.parse(text))
    expect(parent).toMatchObject({ geo_id: 'es' })
    expect(results).toEqual([
      expect.objectContaining({ geo_id: 'z1', name: 'Catalunya', ancestors: [], h3_res: 5, hexes_url: null }),
    ])
    await expectFigures()
  })
})

describe('a metered answer is kept', () => {
  const shapes: [string, Change][] = [
    ['without the dates of its window', ({ window_start, window_end, fx_date, period, ...rest }) => rest],
    ['with dates as numbers and null', (body) => ({ ...body, window_start: 20260801, window_end: null, fx_date: {} })],
    [
      'with a currency in small letters',
      ({ currency, ...rest }) => ({ ...rest, currency: String(currency).toLowerCase() }),
    ],
    ['with more keys everywhere', (body) => ({ ...body, more: [], filters: { ...(body.filters as Body), more: 1 } })],
    ['rolled up from text', (body) => ({ ...body, territory: { rolled_up_from: '8', rollup_note: 7 } })],
  ]
  it.each(shapes)('%s', async (_, change) => {
    service.rules.faults = [{ kind: 'changed', change }]
    await expectFigures()
  })
})

it('the currency of an answer is the same with spaces around it', async () => {
  service.rules.faults = [{ kind: 'changed', change: (body) => ({ ...body, currency: ` ${String(body.currency)} ` }) }]
  await expectFigures()
  const [, , other = TILE] = parentsAround(8, 3)
  expect((await proxy.buy([other])).all('refused')).toEqual([])
})

it('a future period that a zone names does not cause anything to be bought again', async () => {
  await expectFigures()
  service.rules.current_period = '2099-01-01'
  await proxy.restart()
  const { as_of } = JSON.parse((await proxy.get('/api/period')).text)
  expect(as_of).toBe('2026-11-01')
  expect((await proxy.buy([TILE], { as_of })).receipt.calls).toBe(0)
})

it.each(['2026-11-21T10:00:00Z', '2026-11-30T22:00:00Z'])(
  'the period of next month that zones name by mistake buys no view twice, and is that of next month when it comes: %s',
  async (time) => {
    let now = new Date(time)
    await proxy.close()
    proxy = await startProxyUnderTest(service, { now: () => now, clock: () => now })
    const served = async () => JSON.parse((await proxy.get('/api/period')).text).as_of
    await expectFigures()
    service.rules.current_period = '2026-12-01'
    await proxy.restart()
    expect(await served()).toBe('2026-11-01')
    expect((await proxy.buy([TILE], { as_of: '2026-12-01' })).receipt.calls).toBe(0)
    now = new Date('2026-12-02T10:00:00Z')
    service.rules.as_of = '2026-12-01'
    await proxy.restart()
    expect(await served()).toBe('2026-12-01')
    const told = await proxy.buy([TILE], { as_of: '2026-12-01' })
    expect([told.receipt.calls, told.all('edition').at(-1)?.edition.as_of]).toEqual([1, '2026-12-01'])
  },
)

it('the period of next month that zones name before anything is held is that of the first answer', async () => {
  service.rules.current_period = '2026-12-01'
  const served = async () => JSON.parse((await proxy.get('/api/period')).text).as_of
  expect(await served()).toBe('2026-12-01')
  expect((await proxy.buy([TILE], { as_of: '2026-12-01' })).receipt.calls).toBe(1)
  expect(await served()).toBe('2026-11-01')
  expect((await proxy.buy([TILE], { as_of: '2026-12-01' })).receipt.calls).toBe(0)
})

it('the period is looked for on when a free answer says that no request is left this minute', async () => {
  await proxy.close()
  const patience = { backOff: 1, retries: 0, longestWait: 50, unstatedWait: 1, minute: 60_000 }
  proxy = await startProxyUnderTest(service, { patience })
  service.rules.freeRemaining = 0
  const { response, text } = await proxy.get('/api/period')
  expect([response.status, JSON.parse(text)]).toMatchObject([200, { as_of: null, is_looked_for: true }])
})

describe('a refusal teaches what it says', () => {
  const envelopes: [string, Body][] = [
    ['without a message', { message: undefined }],
    ['without docs and parameter', { docs_url: undefined, parameter: undefined }],
    [
      'with keys of other forms',
      { parameter: ['h3'], request_id: 7, did_you_mean: 'x', resets_at: 0, upgrade_url: {} },
    ],
    ['with its limit as text', { limit: '400' }],
  ]
  it.each(envelopes)('%s', async (_, extras) => {
    Object.assign(service.rules, { cellBudget: 400, refusalExtras: extras })
    const tiles = parentsAround(8, 5)
    expect((await proxy.buy(tiles)).all('tile')).toHaveLength(5)
    const refused = service.calls.filter(({ answered }) => !answered)
    expect(refused.length).toBeLessThanOrEqual(extras.limit === undefined ? 4 : 1)
  })
})

describe('figures that nothing can have', () => {
  it('are left out, and the tile is paid for, held and sent with all others', async () => {
    const [first] = tileCells(TILE).filter(service.rules.hasFigures)
    const change: Change = (body) => {
      const stats = (body.stats as Body[]).map((row, i) => (i === 0 ? { ...row, median_price: 1e308 } : row))
      return { ...body, stats }
    }
    service.rules.faults = [{ kind: 'changed', change }]
    await expectFigures()
    const { response, bytes } = await proxy.get(`/api/tiles/2026-11-01/default/8/${TILE}`)
    expect(response.status).toBe(200)
    for (const figure of figuresOf(decodeTile(bytes))) {
      if (figure === null) continue
      if (figure.cell === first) expect(figure.median_price).toBeNull()
      else expect(figure.median_price).toBeCloseTo(service.price(figure.cell), 0)
    }
  })
})
