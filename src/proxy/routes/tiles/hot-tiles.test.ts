import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../../../contract/figure-tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import type { ProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../../testing/strange-proxy.ts'
import { parseEditionName, parseParent } from '../../tiles/tile-name.ts'
import { createHotTiles, type TileName, tileAnswer } from './hot-tiles.ts'

const PARENTS = parentsAround(8, 20)
const [PARENT = ''] = PARENTS

describe('a tile that was sent before', () => {
  let proxy: ProxyUnderTest
  let registry: Registry
  let path: string

  beforeEach(async () => {
    registry = new Registry()
    const started = await startStrangeProxy({}, { registry, log: pino({ level: 'silent' }) })
    proxy = started.proxy
    await proxy.buy([PARENT])
    const { ledger } = JSON.parse((await proxy.get('/api/period')).text) as { ledger: string }
    path = `/api/tiles/2026-11-01/default/8/${PARENT}?ledger=${ledger}`
    return started.close
  })

  const ask = async (encoding: string, more: Record<string, string> = {}) => {
    const { response, bytes } = await proxy.get(path, { 'Accept-Encoding': encoding, ...more })
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
  }

  it('is sent again with the same headers and bytes, and a new request id', async () => {
    const [first, again] = [await ask('br, gzip'), await ask('br, gzip')]
    const lasting = ({ date: _, 'x-request-id': __, ...headers }: Record<string, string>) => headers
    expect(lasting(again.headers)).toEqual(lasting(first.headers))
    expect(again.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(again.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(again.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(again.bytes).toEqual(first.bytes)
    expect(decodeTile(again.bytes).parent).toBe(PARENT)
  })

  it('is sent plain to a client without gzip, and not at all to one that has it', async () => {
    const { etag = '' } = (await ask('gzip')).headers
    expect(await ask('gzip', { 'If-None-Match': etag })).toMatchObject({ status: 304, headers: { etag } })
    const plain = await ask('gzip;q=0, br')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(decodeTile(plain.bytes).parent).toBe(PARENT)
    const head = await fetch(proxy.url + path, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(plain.bytes.length)])
  })

  it('is counted and timed like all others', async () => {
    for (let i = 0; i < 5; i++) await ask('gzip')
    await expect
      .poll(async () => (await registry.metrics()).split('\n').filter((line) => /\/tiles\/|tiles_answered/.test(line)))
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^squaremetre_proxy_http_requests_total\{.*status="200".*\} 5$/),
          expect.stringMatching(/^squaremetre_proxy_http_request_duration_seconds_count\{.*\} 5$/),
          'squaremetre_proxy_tiles_answered_total{outcome="held"} 5',
        ]),
      )
  })
})

describe('the cached tiles', () => {
  const nameOf = (parent: string, ledger: string, currency?: string): TileName => {
    const edition = parseEditionName({ as_of: '2026-11-01', lens: 'default', resolution: '8', currency })
    const cell = parseParent(parent, 8)
    if (edition.kind === 'invalid' || cell.kind === 'invalid') throw new Error(`'${parent}' names no tile`)
    return { edition: edition.value, parent: cell.value, ledger }
  }
  const answer = (size: number) => {
    const sent = { etag: 'tag', lastModified: null, bytes: new Uint8Array(size), gzip: new Uint8Array(size) }
    return tileAnswer(sent, 'no-cache')
  }

  it('are distinguished by every part of a tile’s name', () => {
    const hot = createHotTiles()
    const names = [nameOf(PARENT, 'a'), nameOf(PARENT, 'b'), nameOf(PARENT, 'a', 'EUR'), nameOf(PARENTS[1] ?? '', 'a')]
    names.forEach((name, i) => {
      hot.set(name, answer(i))
    })
    expect(names.map((name) => hot.get(name)?.plain.body.length)).toEqual([0, 1, 2, 3])
    expect(hot.get(nameOf(PARENT, 'a', 'USD'))).toBe(hot.get(nameOf(PARENT, 'a')))
  })

  it('stay within their limit of bytes, names and headers included', () => {
    const hot = createHotTiles(100_000)
    for (const parent of PARENTS) hot.set(nameOf(parent, 'x'.repeat(5_000)), answer(1))
    expect(hot.held().tiles).toBeLessThan(10)
    expect(hot.held().tiles).toBeGreaterThan(1)
    expect(hot.held().bytes).toBeLessThanOrEqual(100_000)
    hot.set(nameOf(PARENT, 'y'), answer(50_000))
    expect(hot.get(nameOf(PARENT, 'y'))).toBeUndefined()
  })
})
