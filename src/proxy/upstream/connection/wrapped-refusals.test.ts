import { beforeEach, describe, expect, it } from 'vitest'
import { parentsAround } from '../../../testing/cells.ts'
import type { ProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../../testing/strange-proxy.ts'
import type { StrangeService } from '../../../testing/strange-service/start-strange-service.ts'

type Envelope = Readonly<Record<string, unknown>>

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy({ namesLimit: true })
  ;({ service, proxy } = started)
  return started.close
})

const inCapitals = (code: unknown) => String(code).toUpperCase()

const SHAPES: readonly [name: string, wrap: (envelope: Envelope) => unknown][] = [
  ['an object', ({ error, ...rest }) => ({ error: { code: error, ...rest } })],
  ['data and error', ({ error, ...rest }) => ({ data: { error: { code: error, ...rest } } })],
  [
    'a list of errors',
    ({ error, message, limit }) => ({ errors: [{ code: inCapitals(error), message, meta: { limit } }] }),
  ],
  ['detail, as some frameworks do', (envelope) => ({ detail: envelope })],
  [
    'problem+json with a type',
    ({ error, message, limit }) => ({
      type: `https://service.example/problems/${String(error).replaceAll('_', '-')}`,
      title: 'Request refused',
      status: 422,
      detail: message,
      instance: '/requests/req-1',
      limit,
    }),
  ],
  [
    'problem+json with a title',
    ({ error, message, limit }) => ({
      type: 'about:blank',
      title: String(error).replaceAll('_', ' '),
      detail: message,
      extensions: { limit },
    }),
  ],
  ['fields beside the inner object', ({ error, ...rest }) => ({ ...rest, error: { name: error } })],
]

describe.each(SHAPES)('a refusal wrapped in %s', (_, wrap) => {
  beforeEach(() => {
    service.rules.wrapRefusal = (envelope) => wrap(envelope as Envelope)
  })

  it('names the limit that the next call keeps to', async () => {
    service.rules.cellBudget = 700
    const told = await proxy.buy(parentsAround(8, 7))
    expect(told.all('refused')).toEqual([])
    expect(told.all('tile')).toHaveLength(7)
    expect(service.calls.filter(({ answered }) => !answered)).toHaveLength(1)
    expect(service.calls.at(-1)?.cells.length).toBeLessThanOrEqual(700)
  })

  it.each(['quota_exhausted', 'resolution_not_in_plan', 'invalid_token'])('is known by its code %s', async (code) => {
    service.rules.meteredFault = { kind: 'code', code }
    const told = await proxy.buy(parentsAround(8, 1))
    expect(told.all('refused').map(({ refusal }) => refusal.code)).toEqual([code])
    expect(service.calls).toHaveLength(1)
  })

  it('reaches the page in the interface’s envelope', async () => {
    service.rules.freeFault = () => ({ kind: 'code', code: 'unknown_place' })
    const { response, text } = await proxy.get('/public/v1/geo/search?q=nowhere')
    expect([response.status, JSON.parse(text).error]).toEqual([404, 'unknown_place'])
  })
})

it('a body that names no code of the interface gives no reason', async () => {
  service.rules.wrapRefusal = () => ({ data: { error: { code: 'moon_full' } } })
  service.rules.meteredFault = { kind: 'code', code: 'quota_exhausted' }
  const told = await proxy.buy(parentsAround(8, 1))
  expect(told.all('refused').map(({ refusal }) => refusal.code)).toEqual(['service_blocked'])
})
