import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Cell } from '../../domain/cell.ts'
import { type GeoId, parseGeoId } from '../../domain/place.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { getJson } from '../requests/http.ts'
import { readPlaceCells } from './place-cells.ts'

const [TILE] = parentsAround(8, 1) as [Cell]
const CELLS = tileCells(TILE)
const PLACES = { zwhole: CELLS, zsame: CELLS, znew: CELLS, zgated: CELLS, zafter: CELLS, ztoken: CELLS, zclosed: CELLS }

let service: StrangeService
let proxy: ProxyUnderTest

beforeAll(async () => {
  service = await startStrangeService({ places: PLACES })
  proxy = await startProxyUnderTest(service)
})
afterAll(async () => {
  await proxy.close()
  await service.close()
})
beforeEach(() => {
  service.free.length = 0
})

/** Reads through the proxy, as the page does. Use each place once, since the proxy caches free answers. */
function read(geoId: keyof typeof PLACES) {
  const id: GeoId = parseGeoId(geoId) ?? expect.fail(`${geoId} is a geo_id`)
  return readPlaceCells(id, (path) => getJson(`${proxy.url}${path}`, new AbortController().signal))
}

function pagesAsked(): number {
  return service.free.filter((target) => target.includes('/hexes')).length
}

test('the cells of a place come from all its pages', async () => {
  const found = await read('zwhole')
  expect(found.isComplete).toBe(true)
  expect(new Set(found.cells)).toEqual(new Set(CELLS))
  expect(pagesAsked()).toBe(4)
})

test('a plan that does not allow a place’s own detail gives coarser cells, and says so', async () => {
  Object.assign(service.rules, { plansGateHexes: true, finestResolution: 6, zoneResolution: 8 })
  const found = await read('zgated')
  expect([found.isComplete, found.coarserResolution]).toEqual([true, 6])
  service.rules.finestResolution = 3
  await expect(read('zclosed')).rejects.toMatchObject({ code: 'resolution_not_in_plan' })
  Object.assign(service.rules, { plansGateHexes: false, finestResolution: 8, zoneResolution: 5 })
})

test.each([
  ['ignored', 'after', 'zafter'],
  ['refused', 'token', 'ztoken'],
] as const)(
  'a cursor of another name is found out when strange ones are %s',
  async (unknownParameters, cursor, place) => {
    const { hexes } = service.rules
    const parameters = { ...hexes.parameters, cursor }
    Object.assign(service.rules, {
      unknownParameters,
      hexes: { ...hexes, parameters, list: 'cells', next: 'page.next' },
    })
    const found = await read(place)
    expect([found.isComplete, new Set(found.cells)]).toEqual([true, new Set(CELLS)])
    Object.assign(service.rules, { unknownParameters: 'ignored', hexes })
  },
)

test.each([
  ['zsame', 'first page'],
  ['znew', 'first page, new cursor'],
] as const)(
  'reading stops when the service repeats a page, and the list counts as incomplete (%s)',
  async (place, cursors) => {
    service.rules.cursors = cursors
    const found = await read(place)
    expect(found.isComplete).toBe(false)
    expect(new Set(found.cells)).toEqual(new Set(CELLS.slice(0, 100)))
    // The cursor may have another name, so a few are tried.
    expect(pagesAsked()).toBeLessThan(10)
  },
)
