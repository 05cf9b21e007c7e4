import { beforeEach, expect, it } from 'vitest'
import { areaAnswer } from '../../../contract/area.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { tileCells } from '../../../domain/tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import type { ProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { startOddProxy } from '../../../testing/strange-proxy.ts'
import type { OddGateway } from '../../../testing/strange-service/odd-gateway.ts'
import type { StrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import type { ServiceRefusal } from '../../upstream/connection/service-answer.ts'
import { createSelectorDoubts } from './selector-doubts.ts'

let service: StrangeService
let gateway: OddGateway
let proxy: ProxyUnderTest
/** What metered calls selected by, in order. */
let selected: string[]

type Kind = 'list' | 'circle' | 'place'

function kindOf(target: string): Kind {
  const query = new URL(target, 'http://service').searchParams
  if (query.has('geo_id')) return 'place'
  return query.has('radius_km') ? 'circle' : 'list'
}

/** Refuses calls of some kinds as a service does that takes others of the same cells. */
function refuse(kinds: readonly Kind[], status: number, error: string, parameter: string | null = null): void {
  gateway.alter = (answer, _, target) => {
    const kind = kindOf(target)
    selected.push(kind)
    if (!kinds.includes(kind)) return answer
    const body = { error, message: 'No.', docs_url: '', parameter, request_id: 'r' }
    return { ...answer, status, body: Buffer.from(JSON.stringify(body)) }
  }
}

beforeEach(async () => {
  selected = []
  // Lists are short, so that circles save calls.
  const started = await startOddProxy({ urlLimit: 3_000, cellBudget: 20_000, listStyle: 'commas' })
  ;({ service, gateway, proxy } = started)
  return started.close
})

it.each([
  [404, 'not_covered', null],
  [404, 'unknown_place', null],
  [400, 'invalid_parameter', 'radius_km'],
] as const)('cells of a circle that is refused by %d %s are bought by lists', async (status, code, parameter) => {
  refuse(['circle'], status, code, parameter)
  const tiles = parentsAround(8, 4)
  const told = await proxy.buy(tiles)
  expect(selected).toContain('circle')
  expect(told.all('tile')).toHaveLength(4)
  const before = selected.length
  expect((await proxy.buy(parentsAround(8, 7).slice(3))).all('tile')).toHaveLength(4)
  expect(selected.slice(before).filter((kind) => kind === 'circle').length).toBeLessThanOrEqual(1)
})

it.each([
  ['in steps, up again where many are needed', false, 10],
  ['at once where the refusal names it', true, 18],
] as const)('the widest circle of a service that takes narrower ones is found %s', async (_, namesLimit, km) => {
  Object.assign(service.rules, { listStyle: 'first', widestKm: 18, namesLimit })
  const refused = () => service.calls.filter(({ answered }) => !answered).length
  const radii: number[] = []
  gateway.alter = (answer, _, target) => {
    radii.push(Number(new URL(target, 'http://service').searchParams.get('radius_km')))
    return answer
  }
  expect((await proxy.buy(parentsAround(8, 4))).all('tile')).toHaveLength(4)
  expect(refused()).toBe(1)
  expect(Math.max(...radii)).toBeLessThanOrEqual(km)
  expect((await proxy.buy(parentsAround(8, 7).slice(4))).all('tile')).toHaveLength(3)
  expect(refused()).toBe(1)
  expect(Math.max(...radii)).toBeGreaterThan(12)
})

it('a wide circle that is refused after a narrower one does not widen the next ones', () => {
  const doubts = createSelectorDoubts(() => 0)
  const name = { as_of: '2026-11-01', lens: 'default', resolution: 6 } as EditionName
  const refusal = { code: 'invalid_parameter', status: 400, parameter: 'radius_km', limit: null } as ServiceRefusal
  const widths = [323, 237, 323, 104].map((radius_km) => {
    const selector = { kind: 'circle', lat: 48, lng: 2, radius_km } as const
    expect(doubts.note(name, { selector }, parentsAround(6, 1), refusal)).toBe(true)
    return doubts.widestKm()
  })
  expect(widths).toEqual([250, 100, 100, 50])
})

it('ground is not covered once lists are refused, too', async () => {
  refuse(['circle', 'list'], 404, 'not_covered')
  const told = await proxy.buy(parentsAround(8, 4))
  expect(told.all('refused').map(({ refusal }) => refusal.code)).toContain('not_covered')
  expect(selected.slice(0, 2)).toEqual(['circle', 'list'])
  expect(selected.length).toBeLessThanOrEqual(5)
})

it('where lists are not taken, a refused circle is refused, and soon not asked for', async () => {
  refuse(['circle'], 404, 'not_covered')
  Object.assign(service.rules, { listStyle: 'first', urlLimit: 60_000 })
  for (let look = 0; look < 4; look++) await proxy.buy(parentsAround(8, 2))
  const before = selected.length
  await proxy.buy(parentsAround(8, 2))
  expect(selected.slice(before)).toEqual([])
})

it.each([
  [404, 'unknown_place', null],
  [400, 'invalid_parameter', 'geo_id'],
] as const)('an area is bought by other calls where its place is refused by %d %s', async (status, code, parameter) => {
  const tiles = parentsAround(8, 5)
  service.rules.places = { coast: tiles.flatMap(tileCells) }
  refuse(['place'], status, code, parameter)
  const ask = async () => {
    const area = { as_of: '2026-11-01', lens: 'default', resolution: 8, area: { geo_id: 'coast' } }
    return areaAnswer.parse(JSON.parse((await proxy.postTo('/api/areas', area)).text))
  }
  expect(await ask()).toMatchObject({ refusal: null, bought_cells: 5 * 343 })
  expect(await ask()).toMatchObject({ refusal: null, calls: 0, held_cells: 5 * 343 })
  expect(selected.filter((kind) => kind === 'place').length).toBeLessThanOrEqual(1)
  expect((await proxy.buy(tiles)).all('tile')).toHaveLength(5)
})
