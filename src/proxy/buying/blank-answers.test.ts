import { afterEach, beforeEach, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import { type StrangeProxy, startOddProxy } from '../../testing/strange-proxy.ts'
import type { Altering, OddGateway } from '../../testing/strange-service/odd-gateway.ts'

const [EMPTY = '', ...OTHERS] = parentsAround(8, 12)
const BLANK: [string, Altering][] = [
  ['204', () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })],
  ['null', (answer) => ({ ...answer, body: Buffer.from('null') })],
]

let strange: StrangeProxy & { readonly gateway: OddGateway }

beforeEach(async () => {
  strange = await startOddProxy()
})
afterEach(() => strange.close())

it.each(BLANK)('%s for ground without figures stops purchases there, and nowhere else', async (_, blank) => {
  const { service, gateway, proxy } = strange
  const emptyOnly: Altering = (answer, response, target) =>
    JSON.parse(answer.body.toString()).stats.length === 0 ? blank(answer, response, target) : answer
  gateway.alter = emptyOnly
  service.rules.hasFigures = () => false
  for (let view = 0; view < 4; view++) {
    expect((await proxy.buy([EMPTY])).all('refused')[0]?.refusal.code).toBe('service_invalid_answer')
  }
  expect(service.calls).toHaveLength(2)
  service.rules.hasFigures = () => true
  expect((await proxy.buy([OTHERS[0] ?? ''])).all('tile')).toHaveLength(1)
})

it.each(BLANK)('%s for everything stops all purchases after five calls', async (_, blank) => {
  const { service, gateway, proxy } = strange
  gateway.alter = blank
  for (const parent of OTHERS) expect((await proxy.buy([parent])).all('tile')).toEqual([])
  expect(service.calls).toHaveLength(5)
})
