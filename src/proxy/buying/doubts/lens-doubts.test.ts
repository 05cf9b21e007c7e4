import { beforeEach, expect, it } from 'vitest'
import { decodeTile } from '../../../contract/figure-tile.ts'
import { figuresOf } from '../../../domain/figure.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../../testing/strange-proxy.ts'
import type { StrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { countWrongInTile } from '../../../testing/strange-visits/wrong-figures.ts'

const TILES = parentsAround(8, 3)
const AUCTIONS = { lens: 'ad_sub_type=auction' }

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  // A service that takes every offer but rents for its default.
  const started = await startStrangeProxy({
    appliedFilters: (asked) => ({ ...asked, ad_sub_type: asked.ad_sub_type === 'rent' ? 'rent' : 'buy' }),
  })
  ;({ service, proxy } = started)
  return started.close
})

it('figures that a service names as those of another offer are never kept, and are not asked for again and again', async () => {
  for (let view = 0; view < 5; view++) {
    const told = await proxy.buy(TILES, AUCTIONS)
    expect(told.all('tile')).toEqual([])
    expect(told.all('refused')[0]?.refusal).toMatchObject({
      code: 'other_filters',
      message: expect.stringContaining("asked for ad_sub_type 'auction' and answered for 'buy'"),
    })
  }
  expect(service.calls).toHaveLength(1)
  const held = await proxy.get(`/api/held/2026-11-01/${encodeURIComponent(AUCTIONS.lens)}/8?parents=${TILES[0]}`)
  expect(JSON.parse(held.text)).toMatchObject({ held: [] })
})

it('all other lenses are bought as before', async () => {
  await proxy.buy(TILES, AUCTIONS)
  for (const lens of ['ad_sub_type=rent', 'default', 'ad_sub_type=rent&min_price_usd=1000']) {
    const told = await proxy.buy(TILES, { lens })
    expect(told.all('refused')).toEqual([])
    const tiles = told.all('tile').map(({ bytes }) => Buffer.from(bytes, 'base64'))
    expect(tiles.flatMap((bytes) => figuresOf(decodeTile(bytes))).some((figure) => figure !== null)).toBe(true)
    expect(tiles.reduce((sum, bytes) => sum + countWrongInTile(bytes, service.truth(lens)), 0)).toBe(0)
  }
})

it('figures of another value in the list of filters are not kept, whatever it is called, and other spellings are', async () => {
  service.rules.filters = { property_type: ['house', 'flat'] }
  for (const [property_type, code] of [
    ['Flats', 'other_filters'],
    ['HOUSES', null],
  ] as const) {
    service.rules.appliedFilters = () => ({ ad_sub_type: 'buy', property_type })
    const over = await startProxyUnderTest(service)
    const told = await over.buy(TILES, { lens: 'property_type=house' })
    expect(told.all('refused')[0]?.refusal.code ?? null).toBe(code)
    await over.close()
  }
})
