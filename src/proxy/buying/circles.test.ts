import { beforeEach, describe, expect, it } from 'vitest'
import { cellToBigInt } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startOddProxy, startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeRules } from '../../testing/strange-service/rules/rules.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { countWrongInTile } from '../../testing/strange-visits/wrong-figures.ts'
import { REFUSALS_MAX } from '../lessons/call-risk.ts'

const TILES = 37

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy({ cellBudget: 10_000, urlLimit: 2_048 })
  ;({ service, proxy } = started)
  return started.close
})

/** Buys tiles until all are held; expects the truth of every cell, and returns the number of calls. */
async function expectTruth(lens = 'default'): Promise<number> {
  const before = service.calls.length
  const sent = (await proxy.buy(parentsAround(8, TILES), { lens })).all('tile')
  expect(sent).toHaveLength(TILES)
  const wrong = sent.map(({ bytes }) => countWrongInTile(Buffer.from(bytes, 'base64'), service.truth(lens)))
  expect(wrong.reduce((sum, count) => sum + count, 0)).toBe(0)
  return service.calls.length - before
}

const READINGS: readonly [name: string, rings: (widths: number) => number][] = [
  ['rings of cells, its radius in cell widths rounded down', Math.floor],
  ['rings of cells, its radius in cell widths rounded', Math.round],
  ['rings of cells, its radius in cell widths rounded up', Math.ceil],
  ['rings of cells, its radius in widths from corner to corner', (widths) => Math.floor(widths * Math.sqrt(3 / 4))],
]

describe.each(READINGS)('where the service reads a circle as %s', { tags: 'nightly' }, (_, circleRings) => {
  it.each(['commas', 'first'] as const)(
    'no cell is taken for empty without an answer about it (lists: %s)',
    async (listStyle) => {
      Object.assign(service.rules, { circleRings, listStyle })
      await expectTruth()
      // Few cells have figures, so no answer shows how far it reaches.
      service.rules.hasFigures = (cell) => cellToBigInt(cell) % 97n === 0n
      await expectTruth('ad_sub_type=rent')
    },
  )
})

it('where circles are round, full width is kept once an answer has shown it, and costs no call before', async () => {
  service.rules.listStyle = 'first'
  const dense = await expectTruth()
  service.rules.hasFigures = (cell) => cellToBigInt(cell) % 997n === 0n
  const sparse = await expectTruth('ad_sub_type=rent')
  expect(dense).toBeLessThanOrEqual(4)
  expect(sparse).toBeLessThanOrEqual(dense)
})

it('a shore, where rows end, does not make later circles narrower', { tags: 'nightly' }, async () => {
  Object.assign(service.rules, { cellBudget: 500, listStyle: 'repeats' })
  const parents = parentsAround(8, 7)
  const buyAll = async (lens: string) => {
    const before = service.calls.length
    expect((await proxy.buy(parents, { lens })).all('tile')).toHaveLength(parents.length)
    return service.calls.length - before
  }
  const [tile] = parents
  const shore = tile === undefined ? Number.NaN : cellCenter(tile).lng
  service.rules.hasFigures = (cell) => cellCenter(cell).lng < shore
  await buyAll('default')
  service.rules.hasFigures = () => true
  // Of 2,401 cells, 413 are in a disc of a plane that such discs cover; views have edges.
  expect(await buyAll('ad_sub_type=rent')).toBeLessThanOrEqual(10)
})

describe('when the answer is for another circle, no cell is taken for empty', { tags: 'nightly' }, () => {
  it.each<[string, StrangeRules['circleAs']]>([
    ['with its centre elsewhere', ({ lat, lng, radius_km }) => ({ lat: lat + radius_km / 100, lng, radius_km })],
    ['far away', (circle) => ({ ...circle, lat: -40 })],
    ['of a radius of its own', (circle) => ({ ...circle, radius_km: 6 })],
  ])('%s', async (_, circleAs) => {
    service.rules.circleAs = circleAs
    await expectTruth()
    // Once circles are known to be round, other answers are not checked for their reach.
    service.rules.circleAs = (circle) => circle
    await expectTruth('min_price_usd=1')
    service.rules.circleAs = circleAs
    await expectTruth('min_price_usd=2')
  })
})

it('where figures are far from a circle’s edge, no circle is bought twice, and lists bring the rest', async () => {
  Object.assign(service.rules, { cellBudget: 3_000, urlLimit: 8_192 })
  const towns = [
    { lat: 41.39, lng: 2.16, km: 60 },
    { lat: 40.42, lng: -3.7, km: 80 },
    { lat: 39.47, lng: -0.38, km: 40 },
  ]
  service.rules.hasFigures = (cell) =>
    cellToBigInt(cell) % 5n < 3n && towns.some((town) => distanceKm(town, cellCenter(cell)) < town.km)
  for (const resolution of [4, 5, 6] as const) {
    const parents = parentsAround(resolution, 7)
    const around = parentsAround(resolution, 37).slice(7)
    const { length } = (await proxy.buy(parents, { resolution, around, distrust_lookups: true })).all('tile')
    expect(length).toBeGreaterThanOrEqual(parents.length)
  }
  const circles = service.calls.flatMap(({ selector, cells }) => (selector === 'circle' ? [cells.join()] : []))
  expect(new Set(circles).size).toBe(circles.length)
  expect(circles.length).toBeGreaterThan(1)
})

it('a gateway that refuses large circles with a page of its own is asked for smaller ones', async () => {
  const odd = await startOddProxy({ cellBudget: 10_000, urlLimit: 2_048 })
  const sizes: number[] = []
  odd.gateway.alter = (answer, response, target) => {
    const { length } = JSON.parse(answer.body.toString()).stats
    if (target.includes('radius_km')) sizes.push(length)
    if (length <= 800) return answer
    response.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>Payload too large</h1>')
    return null
  }
  const tiles = parentsAround(8, 7)
  const sent = (await odd.proxy.buy(tiles)).all('tile')
  const wrong = sent.map(({ bytes }) => countWrongInTile(Buffer.from(bytes, 'base64'), odd.service.truth()))
  expect([sent.length, wrong.reduce((sum, count) => sum + count, 0)]).toEqual([tiles.length, 0])
  const refused = sizes.filter((size) => size > 800)
  expect(refused[1], 'one refusal may be a fault').toBe(refused[0])
  expect(refused.length).toBeLessThanOrEqual(1 + REFUSALS_MAX)
  await odd.close()
})

it('a gateway’s page that circles have shown to mean too many cells means the same for lists, at once', async () => {
  const odd = await startOddProxy({ cellBudget: 10_000 })
  const refused: string[] = []
  odd.gateway.alter = (answer, response, target) => {
    if (JSON.parse(answer.body.toString()).stats.length <= 100) return answer
    refused.push(target)
    response.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>Payload too large</h1>')
    return null
  }
  expect((await odd.proxy.buy(parentsAround(8, 1))).all('tile')).toHaveLength(1)
  expect(refused.length - new Set(refused).size, 'only the first circle may be a fault').toBe(1)
  expect(odd.service.calls.length).toBeLessThanOrEqual(8)
  await odd.close()
})
