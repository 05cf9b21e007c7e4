import { beforeEach, describe, expect, it } from 'vitest'
import { cellToBigInt } from '../../domain/cell.ts'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeRules } from '../../testing/strange-service/rules/rules.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { countWrongInTile } from '../../testing/strange-visits/wrong-figures.ts'

const TILES = 7

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

/** Buys tiles, expects the truth of every cell, and returns the number of calls. */
async function expectTruth(changed: object = {}): Promise<number> {
  const told = await proxy.buy(parentsAround(8, TILES), changed)
  expect(told.all('refused')).toEqual([])
  const sent = told.all('tile')
  expect(sent).toHaveLength(TILES)
  const wrong = sent.map(({ bytes }) => countWrongInTile(Buffer.from(bytes, 'base64'), service.truth()))
  expect(wrong.reduce((sum, count) => sum + count, 0)).toBe(0)
  return service.calls.length
}

const CUTS: readonly [name: string, rules: Partial<StrangeRules>][] = [
  ['truncated', { rowsSent: 200, statesCut: (rows, all) => ({ truncated: rows < all }) }],
  [
    'a next cursor',
    { rowsSent: 230, statesCut: (rows, all) => ({ pagination: { next_cursor: rows < all ? 'c1' : null } }) },
  ],
  ['a next page in its head', { rowsSent: 230, link: '<?cursor=c1>; rel="next"' }],
  ['a total', { rowsSent: 230, statesCut: (_, total) => ({ total }) }],
  ['nothing', { rowsSent: 200 }],
  ['nothing, of rows in another order', { rowsSent: 250, rowOrder: 'reversed' }],
]

describe('a list that is answered only in part, which the answer shows by', () => {
  it.each(CUTS)('%s: what was cut is bought later, and not called empty', async (_, rules) => {
    Object.assign(service.rules, rules)
    const calls = await expectTruth()
    expect(calls).toBeLessThanOrEqual(Math.ceil((TILES * 343) / (service.rules.rowsSent * 1.5)) + 4)
    expect((await proxy.buy(parentsAround(8, TILES))).receipt.calls).toBe(0)
  })
})

it('a total that counts something else costs few calls, and none once a larger answer has come', async () => {
  service.rules.statesCut = () => ({ total: 1_000_000 })
  expect(await expectTruth()).toBeLessThanOrEqual(3)
})

it('where the answer says that it is cut and has no figures, nothing is kept, and asking ends', async () => {
  service.rules.hasFigures = (cell) => cellToBigInt(cell) % 1_000_003n === 0n
  service.rules.statesCut = () => ({ truncated: true })
  const told = await proxy.buy(parentsAround(8, 1))
  expect(told.all('refused').map(({ refusal }) => refusal.code)).toEqual(['service_cut_short'])
  expect(service.calls.length).toBeLessThanOrEqual(2)
  service.rules.statesCut = () => ({})
  expect((await proxy.buy(parentsAround(8, 1))).all('tile')).toHaveLength(1)
})

it('such ground is not paid for again and again, and other ground is not held up', async () => {
  service.rules.hasFigures = (cell) => cellToBigInt(cell) % 1_000_003n === 0n
  service.rules.statesCut = () => ({ truncated: true })
  const [first, second] = parentsAround(8, 2)
  if (first === undefined || second === undefined) expect.fail()
  for (let visit = 0; visit < 5; visit++) await proxy.buy([first])
  const calls = service.calls.length
  expect((await proxy.buy([first])).all('refused')).toHaveLength(1)
  expect(service.calls.length).toBe(calls)
  service.rules.statesCut = () => ({})
  expect((await proxy.buy([second])).all('tile')).toHaveLength(1)
})
