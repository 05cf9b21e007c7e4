import { beforeEach, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startOddProxy } from '../../testing/strange-proxy.ts'
import type { OddGateway } from '../../testing/strange-service/odd-gateway.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

let service: StrangeService
let gateway: OddGateway
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startOddProxy()
  ;({ service, gateway, proxy } = started)
  return started.close
})

/** Buys tiles, expects that it ends without all of them, and that the next purchase makes no call. */
async function expectEnd(tiles: number, mostCalls: number): Promise<void> {
  const told = await proxy.buy(parentsAround(8, tiles))
  expect(told.all('refused').map(({ refusal }) => refusal.code)).toEqual(['no_progress'])
  const made = service.calls.length
  expect(made).toBeLessThanOrEqual(mostCalls)
  expect((await proxy.buy(parentsAround(8, tiles))).all('refused')[0]?.refusal.code).toBe('no_progress')
  expect(service.calls).toHaveLength(made)
}

/** Every answer for which `isEarlier` is true is of the month before, as behind a balancer with a copy that lags. */
function mixPeriods(isEarlier: (nth: number) => boolean): void {
  let answers = 0
  gateway.alter = (answer) => {
    const body = JSON.parse(answer.body.toString())
    if (body.stats === undefined || !isEarlier(answers++)) return answer
    const as_of = '2026-10-01'
    return { ...answer, body: Buffer.from(JSON.stringify({ ...body, as_of, snapshot: { ...body.snapshot, as_of } })) }
  }
}

it('copies that answer of two periods in turn are asked until each tile is whole in one of them', async () => {
  service.rules.cellBudget = 1_000
  mixPeriods((nth) => nth % 2 === 0)
  const told = await proxy.buy(parentsAround(8, 7))
  expect([told.all('tile').length, told.all('refused')]).toEqual([7, []])
  expect(told.receipt.calls).toBeLessThanOrEqual(6)
})

it('a service whose answers are always of the period that the purchase has left is not paid for ever', async () => {
  service.rules.cellBudget = 100
  mixPeriods((nth) => nth % 4 < 2)
  await expectEnd(1, 40)
})

it('a service that sends a few rows at a time is not asked for thousands of them', async () => {
  Object.assign(service.rules, { rowsSent: 3, urlLimit: 64_000, statesCut: () => ({ truncated: true }) })
  await expectEnd(3, 30)
})

it('small calls that each bring what they ask for go on to the end', async () => {
  service.rules.cellBudget = 10
  const told = await proxy.buy(parentsAround(8, 2))
  expect(told.all('tile')).toHaveLength(2)
})
