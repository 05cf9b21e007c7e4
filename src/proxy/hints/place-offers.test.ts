import { afterAll, beforeAll, expect, it } from 'vitest'
import { cellParent } from '../../domain/cell.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { CITY_CELLS, CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { connectService } from '../upstream/service-connection.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { createPlaceOffers } from './place-offers.ts'

let service: ServiceFixture

beforeAll(async () => {
  service = await startServiceFixture()
})

afterAll(() => service.close())

it('finds the zones around what is wanted, with all their cells, at their own resolution alone', async () => {
  const connection = connectService({ baseUrl: service.url, token: service.token })
  const stopping = new AbortController().signal
  const upstream = createUpstream({ connection, stopping, clock: () => new Date(), elapsed: () => performance.now() })
  const places = createPlaceOffers(upstream)
  const parent = cellParent(CITY_CENTRE, 8 - TILE_DEPTH)
  const wanted = [{ parent, first: tileCells(parent).indexOf(CITY_CENTRE), cells: [CITY_CENTRE] }]
  const offers = await places.near(wanted, 8)
  expect(offers.map(({ geo_id }) => geo_id).sort()).toEqual(['z2', 'z3', 'z4'])
  expect([...(offers.find(({ geo_id }) => geo_id === 'z2')?.cells ?? [])].sort()).toEqual([...CITY_CELLS].sort())
  expect(await places.near(wanted, 7)).toEqual([])
  await connection.close()
})
