import { latLngToCell } from 'h3-js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { areaAnswer } from '../../contract/area.ts'
import { purchaseQuote } from '../../contract/proxy-api.ts'
import { type Cell, cellParent, parseCell, type Resolution, trustCell } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type OddGateway, startOddGateway } from '../../testing/strange-service/odd-gateway.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'

const PARIS = { lat: 48.85, lng: 2.35 }
const BARCELONA = { lat: 41.39, lng: 2.17 }
const [NOVEMBER, OCTOBER] = ['2026-11-01', '2026-10-01']

let service: StrangeService
let gateway: OddGateway
let proxy: ProxyUnderTest

/** A service that has not yet published the newest period for its northern market. */
beforeEach(async () => {
  const lands = [
    { country: 'es', name: 'Catalunya', ...BARCELONA, radius_km: 60 },
    { country: 'fr', name: 'Paris', ...PARIS, radius_km: 60 },
  ]
  service = await startStrangeService({ lands, countries: ['es', 'fr'] })
  gateway = await startOddGateway(service)
  gateway.alter = (answer) => {
    const body = JSON.parse(answer.body.toString())
    const cell = parseCell(body.stats[0]?.h3 ?? '')
    if (cell === null || cellCenter(cell).lat < 45) return answer
    const behind = { ...body, as_of: OCTOBER, snapshot: { ...body.snapshot, as_of: OCTOBER } }
    return { ...answer, body: Buffer.from(JSON.stringify(behind)) }
  }
  proxy = await startProxyUnderTest(gateway)
})

afterEach(async () => {
  await proxy.close()
  await gateway.close()
  await service.close()
})

function tileAt({ lat, lng }: typeof PARIS, resolution: Resolution): Cell {
  return cellParent(trustCell(latLngToCell(lat, lng, resolution)), resolution - 3)
}

it.each([6, 7, 8] as const)('a market that is behind another is bought once, at resolution %d', async (resolution) => {
  const buy = async (at: typeof PARIS) => {
    const told = await proxy.buy([tileAt(at, resolution)], { resolution, as_of: NOVEMBER })
    return [told.receipt.calls, told.all('edition')[0]?.edition.as_of]
  }
  expect(await buy(BARCELONA)).toEqual([1, NOVEMBER])
  expect(await buy(PARIS)).toEqual([1, OCTOBER])
  // Bought while the other market is asked for in the period before.
  for (const lng of [1.6, 1.9]) expect((await buy({ ...BARCELONA, lng }))[1]).toBe(NOVEMBER)
  const before = service.calls.length
  expect(await buy(PARIS)).toEqual([0, OCTOBER])
  expect(await buy(BARCELONA)).toEqual([0, NOVEMBER])
  await proxy.restart()
  expect(await buy(PARIS)).toEqual([0, OCTOBER])
  expect(service.calls).toHaveLength(before)
  expect(service.boughtTwice()).toBe(0)
})

it('a view of both markets gets each in its own period, and an area has the figures that it paid for', async () => {
  await proxy.buy([tileAt(PARIS, 8)])
  await proxy.buy([tileAt(BARCELONA, 8)])
  const told = await proxy.buy([tileAt(BARCELONA, 8), tileAt(PARIS, 8)])
  expect(told.receipt.calls).toBe(0)
  expect(told.all('tile').map(({ parent }) => parent)).toEqual([tileAt(BARCELONA, 8), tileAt(PARIS, 8)])
  const area = { ...PARIS, lng: 2.8, radius_km: 3 }
  for (const calls of [1, 0]) {
    const { text } = await proxy.postTo('/api/areas', { as_of: NOVEMBER, lens: 'default', resolution: 8, area })
    const read = areaAnswer.parse(JSON.parse(text))
    expect(read).toMatchObject({ calls, refusal: null, edition: { as_of: OCTOBER } })
    expect(read.held_cells + read.bought_cells).toBeGreaterThanOrEqual(read.cells?.length ?? Number.NaN)
  }
})

it('the cost stated for tiles of both periods counts the calls of each', async () => {
  for (const at of [PARIS, BARCELONA]) await proxy.buy([tileAt(at, 8)])
  const parents = [tileAt({ ...BARCELONA, lng: 2.3 }, 8), tileAt({ ...PARIS, lng: 2.2 }, 8)]
  const wanted = { as_of: NOVEMBER, lens: 'default', resolution: 8, parents, around: [] }
  const { text } = await proxy.postTo('/api/purchases?dry_run=1', wanted)
  const quote = purchaseQuote.parse(JSON.parse(text))
  const told = await proxy.buy(parents)
  expect([quote.calls, quote.bought_cells]).toEqual([told.receipt.calls, told.receipt.bought_cells])
  expect([...new Set(told.all('edition').map(({ edition }) => edition.as_of))].sort()).toEqual([OCTOBER, NOVEMBER])
})
