import { afterAll, beforeAll, expect, it } from 'vitest'
import { cellParent, type Resolution } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { CITY_CELLS, CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { connectService } from '../upstream/connection/service-connection.ts'
import { createFreeShares, WITHOUT_SHARES } from '../upstream/free/free-shares.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { createZoneCells } from './ground/zone-cells.ts'
import { createPlaceOffers } from './place-offers.ts'

let service: ServiceFixture

beforeAll(async () => {
  service = await startServiceFixture()
})

afterAll(() => service.close())

/** A wanted cell in the centre of the fixture's city. */
const WANTED = (() => {
  const parent = cellParent(CITY_CENTRE, 8 - TILE_DEPTH)
  return [{ parent, first: tileCells(parent).indexOf(CITY_CENTRE), cells: [CITY_CENTRE] }]
})()

const kindAt = (resolution: Resolution, as_of = '2026-11-01' as AsOf) => ({ as_of, resolution })
const SEEKER = { address: '192.0.2.1' }

/** Offers of a service, and a function that closes the connection. */
function offersOf({ url, token }: { url: string; token: string }, shares = WITHOUT_SHARES) {
  const connection = connectService({ baseUrl: url, token })
  const stopping = new AbortController().signal
  const upstream = createUpstream({ connection, stopping, clock: () => new Date(), elapsed: () => performance.now() })
  return {
    places: createPlaceOffers(upstream, { listCells: createZoneCells(upstream, async () => null), shares }),
    close: () => connection.close(),
  }
}

function zoneNamed(geo_id: string): object {
  return {
    kind: 'zone',
    geo_id,
    name: 'Eixample',
    level: 'macrozone',
    country: 'es',
    ancestors: [],
    h3_res: 8,
    hexes_url: `/public/v1/geo/${geo_id}/hexes`,
    current_period: '2026-11-01',
    prices_available: true,
    reports_available: false,
  }
}

it('finds the zones around the wanted cells, with all their cells, only at their own resolution', async () => {
  const { places, close } = offersOf(service)
  const offers = await places.near(WANTED, kindAt(8), SEEKER)
  expect(offers.map(({ geo_id }) => geo_id).sort()).toEqual(['z2', 'z3', 'z4'])
  expect([...(offers.find(({ geo_id }) => geo_id === 'z2')?.cells ?? [])].sort()).toEqual([...CITY_CELLS].sort())
  expect(await places.near(WANTED, kindAt(7), SEEKER)).toEqual([])
  await close()
})

it('lists a place again in the next period, for which the service may have drawn it elsewhere', async () => {
  const drawn = tileCells(cellParent(CITY_CENTRE, 8 - TILE_DEPTH))
  const moving = await startStrangeService({
    places: { z7: drawn },
    freeFault: (path) =>
      path === '/geo/lookup' ? { kind: 'changed', change: (body) => ({ ...body, zones: [zoneNamed('z7')] }) } : null,
  })
  const { places, close } = offersOf(moving)
  const cellsIn = async (as_of: string) =>
    (await places.near(WANTED, kindAt(8, as_of as AsOf), SEEKER)).map(({ cells }) => cells.size)
  expect(await cellsIn('2026-10-01')).toEqual([343])
  moving.rules.places = { z7: drawn.slice(0, 100) }
  expect(await cellsIn('2026-11-01')).toEqual([100])
  await close()
  await moving.close()
})

it('offers no place whose list of cells repeats a page, and stops reading it', async () => {
  const repeating = await startStrangeService({
    places: { z7: tileCells(cellParent(CITY_CENTRE, 8 - TILE_DEPTH)) },
    cursors: 'first page, new cursor',
    freeFault: (path) =>
      path === '/geo/lookup' ? { kind: 'changed', change: (body) => ({ ...body, zones: [zoneNamed('z7')] }) } : null,
  })
  const { places, close } = offersOf(repeating)
  expect(await places.near(WANTED, kindAt(8), SEEKER)).toEqual([{ geo_id: 'z7', cells: new Set() }])
  expect(repeating.free.filter((target) => target.includes('/hexes'))).toHaveLength(8)
  await close()
  await repeating.close()
})

it('lists a few of the zones of a look-up that names thousands', async () => {
  const zones = Array.from({ length: 3_000 }, (_, index) => zoneNamed(`z${index}`))
  const lavish = await startStrangeService({
    freeFault: (path) => (path === '/geo/lookup' ? { kind: 'changed', change: (body) => ({ ...body, zones }) } : null),
  })
  const { places, close } = offersOf(lavish)
  await places.near(WANTED, kindAt(8), SEEKER)
  expect(lavish.free.length).toBeLessThan(200)
  await close()
  await lavish.close()
})

it('counts what it requests to the share of an address, and says when that keeps it from looking', async () => {
  const shares = createFreeShares()
  const { places, close } = offersOf(service, shares)
  shares.learn(4)
  expect(await places.near(WANTED, kindAt(8), SEEKER)).toHaveLength(3)
  expect(await shares.take(SEEKER.address)).toMatchObject({ code: 'rate_limited' })
  // What is known needs no share.
  const withheld: string[] = []
  const used = { ...SEEKER, onWithheld: ({ code }: { code: string }) => void withheld.push(code) }
  expect(await places.near(WANTED, kindAt(8), used)).toHaveLength(3)
  expect(withheld).toEqual([])
  expect(await places.near(WANTED, kindAt(7), used)).toEqual([])
  expect(withheld).toEqual(['rate_limited'])
  expect(await places.near(WANTED, kindAt(7), { address: '192.0.2.2' })).toEqual([])
  await close()
})
