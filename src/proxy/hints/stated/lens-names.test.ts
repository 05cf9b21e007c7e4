import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { areaAnswer } from '../../../contract/area.ts'
import { lensKey } from '../../../domain/lens.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { startVariantService, type VariantService } from '../../../testing/variant-service.ts'
import type { FreeAnswer } from '../../upstream/free/free-answers.ts'
import { createStrangeFilters } from './lens-names.ts'
import { createOfferedFilters } from './offered-filters.ts'

const PARENTS = parentsAround(8, 1)
const OPENAPI = `
paths:
  /public/v1/geo:
    get: { parameters: [{ name: limit, in: query }] }
  /public/v1/stats/current:
    parameters:
      - $ref: '#/components/parameters/Furnished'
    get:
      parameters:
        - { name: min_size, in: query }
        - { name: X-Request-Id, in: header }
components:
  parameters:
    Furnished: { name: furnished, in: query }
`
const FILTERS = { filters: { ad_sub_type: ['buy', 'rent'], rooms: [1, 2, 3] } }
const ANSWERS = { '/meta/filters': FILTERS, '/openapi.yaml': OPENAPI }

let service: StrangeService
let variant: VariantService
let proxy: ProxyUnderTest
let answers: Record<string, unknown>

beforeAll(async () => {
  service = await startStrangeService()
})
afterAll(() => service.close())
beforeEach(async () => {
  answers = ANSWERS
  service.calls.length = 0
  variant = await startVariantService(service, (path) => (path in answers ? { body: answers[path] } : null))
  proxy = await startProxyUnderTest(variant)
})
afterEach(async () => {
  await proxy.close()
  await variant.close()
})

const request = (lens: string) => ({ as_of: '2026-11-01', lens, resolution: 8, parents: PARENTS })
const post = (path: string, body: object) =>
  fetch(`${proxy.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

it.each([
  ['garden=yes', 'garden'],
  ['ad_sub_type=rent&garden=yes&rooms=2', 'garden'],
  ['adSubType=rent', 'adSubType'],
  ['limit=5', 'limit'],
  ['x-request-id=1', 'x-request-id'],
])('a lens with a filter that the service does not have is refused, and buys nothing: %s', async (lens, strange) => {
  for (const path of ['/api/purchases', '/api/purchases?dry_run=1', '/api/areas']) {
    const { parents, ...area } = { ...request(lens), area: { lat: 41.4, lng: 2.2, radius_km: 1 } }
    const answer = await post(path, path === '/api/areas' ? area : { ...area, parents })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_parameter', parameter: 'lens' })
  }
  expect((await proxy.post(request(lens))).text).toContain(`found '${strange}'`)
  expect(service.calls).toEqual([])
})

it.each(['default', 'min_price_usd=1000', 'ad_sub_type=rent&rooms=2', 'furnished=yes', 'min_size=50'])(
  'a lens of filters that the interface, the list or the document names is bought: %s',
  async (lens) => {
    expect((await proxy.buy(PARENTS, { lens })).all('tile')).toHaveLength(1)
    const area = await post('/api/areas', { ...request(lens), area: { lat: 41.4, lng: 2.2, radius_km: 1 } })
    expect(areaAnswer.parse(await area.json()).refusal).toBeNull()
  },
)

it.each([
  ['rooms=02', "offers for rooms, found '02'"],
  ['rooms=2.0', "offers for rooms, found '2.0'"],
  ['ad_sub_type=RENT', "offers for ad_sub_type, found 'RENT'"],
  ['floor=%2B3', "floor to be a number such as 100000, found '+3'"],
  ['min_price_usd=1e5', 'expected a canonical lens'],
])('a value in another spelling than the offered one is refused, and buys nothing: %s', async (lens, message) => {
  answers = { ...ANSWERS, '/meta/filters': { filters: { ...FILTERS.filters, floor: { type: 'integer' } } } }
  const { response, text } = await proxy.post(request(lens))
  expect(response.status).toBe(400)
  expect(JSON.parse(text).message).toContain(message)
  expect((await proxy.buy(PARENTS, { lens: 'ad_sub_type=rent&floor=3' })).all('tile')).toHaveLength(1)
  expect(service.calls).toHaveLength(1)
})

it.each([
  ['does not answer', { kind: 'failed', failure: { code: 'timeout', message: '' } }],
  ['answers with a page of its gateway', sentAs('<html>busy</html>')],
] as const)(
  'a filter that the service does not have is refused, too, while it %s, until it has no list',
  async (_, later) => {
    let list: FreeAnswer = sentAs(JSON.stringify(FILTERS))
    const find = createStrangeFilters({
      offered: createOfferedFilters({ free: async () => list, clock: () => new Date() }),
      declared: async () => null,
    })
    const [strange, own] = [lensKey({ garden: 'yes' }), lensKey({ rooms: '2' })]
    const says = { parameter: 'lens', message: expect.stringContaining("'garden'") }
    expect(await find({ lens: strange })).toMatchObject(says)
    list = later
    expect(await find({ lens: strange })).toMatchObject(says)
    expect(await find({ lens: own })).toBeNull()
    list = sentAs('{"error":"not_found"}', 404)
    expect(await find({ lens: strange })).toBeNull()
  },
)

it('figures for sale are not bought of a service that lists rents only, not even at first contact', async () => {
  answers = { ...ANSWERS, '/meta/filters': { filters: { ad_sub_type: { values: ['rent'], default: 'rent' } } } }
  expect((await proxy.post(request('default'))).response.status).toBe(400)
  expect((await proxy.buy(PARENTS, { lens: 'ad_sub_type=rent' })).all('tile')).toHaveLength(1)
  expect(service.calls).toHaveLength(1)
})

it('a currency that the service does not list is refused, and buys nothing', async () => {
  answers = { ...ANSWERS, '/meta/filters': { ...FILTERS, currencies: ['USD', 'EUR'] } }
  const wanted = { ...request('default'), currency: 'XAX' }
  for (const path of [
    '/api/purchases',
    '/api/purchases?dry_run=1',
    '/api/areas',
    '/api/history',
    '/api/earlier-tiles',
  ]) {
    const more = { area: { lat: 41.4, lng: 2.2, radius_km: 1 }, metric: 'median_price', periods: ['2026-10-01'] }
    const answer = await post(path, { ...wanted, ...more })
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.json()).toMatchObject({ error: 'invalid_parameter', parameter: 'currency' })
  }
  expect(service.calls).toEqual([])
  expect((await proxy.buy(PARENTS, { currency: 'EUR' })).all('tile')).toHaveLength(1)
})

function sentAs(text: string, status = 200): FreeAnswer {
  return { kind: 'answer', answer: { status, headers: {}, body: Buffer.from(text) }, reading: 'readable' }
}

it.each([
  ['the list alone', { '/meta/filters': FILTERS, '/openapi.yaml': 'not: [a document' }, 'rooms=2', 'garden=yes'],
  ['the document alone', { '/meta/filters': '<html>', '/openapi.yaml': OPENAPI }, 'furnished=yes', 'garden=yes'],
  ['an empty list', { '/meta/filters': { filters: [] } }, 'default', 'rooms=2'],
])('%s is enough to tell', async (_, changed, known, strange) => {
  answers = changed
  expect((await proxy.buy(PARENTS, { lens: known })).all('tile')).toHaveLength(1)
  expect((await proxy.post(request(strange))).response.status).toBe(400)
})

it.each([
  ['the service names none', {}],
  [
    'the document keeps some in another file',
    { ...ANSWERS, '/openapi.yaml': OPENAPI.replace('{ name: min_size, in: query }', '{ $ref: more.yaml#/filters }') },
  ],
])('every filter passes where %s', async (_, changed) => {
  answers = changed
  expect((await proxy.buy(PARENTS, { lens: 'garden=yes' })).all('tile')).toHaveLength(1)
})
