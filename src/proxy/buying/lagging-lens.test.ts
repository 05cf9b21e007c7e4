import { beforeEach, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startOddProxy } from '../../testing/strange-proxy.ts'
import type { OddGateway, PassedAnswer } from '../../testing/strange-service/odd-gateway.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

const [NOVEMBER, OCTOBER] = ['2026-11-01', '2026-10-01']
const RENTS = 'ad_sub_type=rent'

let service: StrangeService
let gateway: OddGateway
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startOddProxy()
  ;({ service, gateway, proxy } = started)
  return started.close
})

/** Alters the answers about rents. */
function alterRents(alter: (answer: PassedAnswer) => PassedAnswer): void {
  gateway.alter = (answer, _, target) => (target.includes(RENTS) ? alter(answer) : answer)
}

it('rents that are published later than sales are bought once, however a viewer changes between the two', async () => {
  alterRents((answer) => {
    const body = JSON.parse(answer.body.toString())
    const behind = { ...body, as_of: OCTOBER, snapshot: { ...body.snapshot, as_of: OCTOBER } }
    return { ...answer, body: Buffer.from(JSON.stringify(behind)) }
  })
  const buy = async (lens: string, from: number) => {
    const told = await proxy.buy(parentsAround(8, from + 5).slice(from), { lens })
    return [told.receipt.calls, told.all('edition')[0]?.edition.as_of]
  }
  for (const from of [0, 5]) {
    expect((await buy(RENTS, from))[1]).toBe(OCTOBER)
    expect((await buy('default', from))[1]).toBe(NOVEMBER)
    for (const [lens, as_of] of [
      [RENTS, OCTOBER],
      ['default', NOVEMBER],
      [RENTS, OCTOBER],
    ] as const) {
      expect(await buy(lens, from)).toEqual([0, as_of])
    }
  }
  await proxy.restart()
  expect(await buy('default', 0)).toEqual([0, NOVEMBER])
  expect(await buy(RENTS, 0)).toEqual([0, OCTOBER])
})

it('a market without rents has sales, however often rents were refused there', async () => {
  const refusal = { error: 'not_covered', message: 'No rents here.', docs_url: '', parameter: null, request_id: 'r' }
  alterRents((answer) => ({ ...answer, status: 404, body: Buffer.from(JSON.stringify(refusal)) }))
  const tiles = parentsAround(8, 3)
  for (let look = 0; look < 3; look++) {
    expect((await proxy.buy(tiles, { lens: RENTS })).all('refused')[0]?.refusal.code).toBe('not_covered')
  }
  expect((await proxy.buy(tiles)).all('tile')).toHaveLength(3)
})

it('an answer whose headers repeat a long URL is read', async () => {
  service.rules.urlLimit = 60_000
  gateway.alter = (answer, _, target) => ({
    ...answer,
    headers: { ...answer.headers, 'content-location': target, 'x-request-url': target },
  })
  const tiles = parentsAround(8, 9)
  expect((await proxy.buy(tiles)).all('tile')).toHaveLength(9)
  const before = service.calls.length
  expect((await proxy.buy(tiles)).receipt.calls).toBe(0)
  expect(service.calls).toHaveLength(before)
})

it('an answer whose headers nobody can read is paid for twice, and then nothing is bought for a while', async () => {
  gateway.alter = (answer) => ({ ...answer, headers: { ...answer.headers, 'x-long': 'x'.repeat(2_000_000) } })
  for (let look = 0; look < 4; look++) {
    expect((await proxy.buy(parentsAround(8, 1))).all('refused')[0]?.refusal.code).toBe('service_invalid_answer')
  }
  expect(service.calls.length).toBeLessThanOrEqual(2)
})

it('a token that a service repeats with escapes reaches nobody', async () => {
  const escaped = [...gateway.token].map((each) => (/\w/.test(each) ? each : `\\u00${each.charCodeAt(0).toString(16)}`))
  const all = [...gateway.token].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`)
  for (const spelled of [escaped.join(''), all.join('')]) {
    gateway.alter = (answer) => ({
      ...answer,
      status: 403,
      body: Buffer.from(`{"error":"read_only_token","message":"The token ${spelled} may not.","docs_url":""}`),
    })
    const told = await proxy.buy(parentsAround(8, 1))
    expect(told.all('refused')[0]?.refusal.message).toContain('[token]')
    expect(proxy.said()).not.toContain(gateway.token)
  }
})
