import { gzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startOddProxy } from '../../testing/strange-proxy.ts'
import type { OddGateway } from '../../testing/strange-service/odd-gateway.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

let service: StrangeService
let gateway: OddGateway
let proxy: ProxyUnderTest
/** Each metered answer. */
let tried: { cells: number; bytes: number }[]

const MOST_BYTES = 3_000_000

beforeEach(async () => {
  tried = []
  const longest = 20_000
  const started = await startOddProxy(
    { hasFigures: () => true, listStyle: 'commas' },
    {
      connectionLimits: {
        connect: 5_000,
        silence: longest,
        metered: { longest, maxAnswer: MOST_BYTES },
        free: { longest, maxAnswer: MOST_BYTES },
      },
    },
  )
  ;({ service, gateway, proxy } = started)
  return started.close
})

/** Adds a field to each row, as a service that sends the outline of each cell. */
function widenRows(length: number, encode: ((body: Buffer) => Buffer) | null): void {
  gateway.alter = (answer) => {
    const body = JSON.parse(answer.body.toString())
    const stats = body.stats.map((row: object) => ({ ...row, outline: 'x'.repeat(length) }))
    const wide = Buffer.from(JSON.stringify({ ...body, stats }))
    tried.push({ cells: service.calls.at(-1)?.cells.length ?? 0, bytes: wide.length })
    if (encode === null) return { ...answer, body: wide }
    return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body: encode(wide) }
  }
}

it.each([
  ['as they are', null],
  ['compressed', gzipSync],
] as const)('answers that are too long %s make calls smaller, at once', async (_, encode) => {
  widenRows(1_000, encode)
  const tiles = parentsAround(8, 12)
  const told = await proxy.buy(tiles)
  expect(told.all('tile')).toHaveLength(12)
  expect((await proxy.buy(tiles)).receipt.calls).toBe(0)
  const others = parentsAround(8, 24).slice(12)
  expect((await proxy.buy(others)).all('tile')).toHaveLength(12)
  const tooLarge = tried.filter(({ bytes }) => bytes > MOST_BYTES).map(({ cells }) => cells)
  expect(tooLarge.length).toBeGreaterThan(0)
  expect(tooLarge, 'none is asked for again').toEqual([...new Set(tooLarge)].sort((a, b) => b - a))
})

it('rows so long that not even one tile would fit say nothing about call sizes, and are not paid for again and again', {
  tags: 'nightly',
}, async () => {
  widenRows(100_000, null)
  for (let look = 0; look < 4; look++) {
    expect((await proxy.buy(parentsAround(8, 1))).all('refused')[0]?.refusal.code).toBe('service_invalid_answer')
  }
  expect(service.calls).toHaveLength(2)
})
