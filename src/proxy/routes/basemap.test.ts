import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { archiveOf, streetTile } from '../../testing/street-tiles.ts'
import { type BasemapRules, OWN_BASEMAP_ONLY } from '../access/basemap-rules.ts'

const TILES = '/api/basemap/tiles.pmtiles'
/** The most that one request gets. */
const RANGE_BYTES = 2 * 1024 * 1024
/** How long to wait for a state on a busy machine. */
const SOON = { timeout: 20_000 }
let folder: string
let file: string
let service: StrangeService
let proxy: ProxyUnderTest

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tiles-'))
  file = join(folder, 'city.pmtiles')
  writeFileSync(file, archiveOf('protomaps', 14))
})
afterAll(() => rmSync(folder, { recursive: true }))

function linkOf(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return null
  }
}

async function start(basemap: BasemapRules): Promise<void> {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, { basemap })
}
afterEach(async () => {
  await proxy.close()
  await service.close()
})

describe('the basemap', () => {
  const connects = ({ headers }: Response) =>
    /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

  it('of another server widens what the page may contact by that origin alone', async () => {
    await start({ source: { kind: 'address', url: 'https://tiles.example:8443/planet?key=1' }, isShownAtOnce: false })
    const { response, text } = await proxy.get('/api/basemap')
    expect(JSON.parse(text)).toEqual({ streets: 'https://tiles.example:8443/planet?key=1', is_shown_at_once: false })
    expect(connects(response)).toBe("'self' https://tiles.example:8443")
    expect((await proxy.get(TILES)).response.status).toBe(404)
  })

  it('is the page’s own unless the operator names another', async () => {
    await start(OWN_BASEMAP_ONLY)
    const { response, text } = await proxy.get('/api/basemap')
    expect([JSON.parse(text), connects(response)]).toEqual([{ streets: null, is_shown_at_once: false }, "'self'"])
  })

  it('of a file is read in ranges, as its readers do', async () => {
    await start({ source: { kind: 'file', path: file }, isShownAtOnce: true })
    expect(JSON.parse((await proxy.get('/api/basemap')).text)).toEqual({ streets: TILES, is_shown_at_once: true })
    const archive = new PMTiles(`${proxy.url}${TILES}`)
    const tile = await archive.getZxy(12, 2072, 1530)
    expect(Buffer.from(tile?.data ?? new ArrayBuffer(0)).equals(streetTile('protomaps'))).toBe(true)
  })

  it('of a file refuses what is not a small range, and ends a range at the end of the file', async () => {
    await start({ source: { kind: 'file', path: file }, isShownAtOnce: true })
    const size = archiveOf('protomaps', 14).length
    for (const range of [
      '',
      'bytes=0-',
      'bytes=-5',
      'bytes=9-3',
      'bytes=0-99999999',
      `bytes=${size}-${size + 9}`,
      'bytes=0-1,3-4',
    ]) {
      expect([range, (await proxy.get(TILES, { Range: range })).response.status]).toEqual([range, 416])
    }
    const { response, bytes } = await proxy.get(TILES, { Range: `bytes=${size - 3}-${size + 9}` })
    expect([response.status, bytes.length, response.headers.get('content-range')]).toEqual([
      206,
      3,
      `bytes ${size - 3}-${size - 1}/${size}`,
    ])
  })

  it('of a file never mixes a range of it with those of another that had its place', async () => {
    await start({ source: { kind: 'file', path: file }, isShownAtOnce: true })
    const etag = (await proxy.get(TILES, { Range: 'bytes=0-99' })).response.headers.get('etag') ?? ''
    for (const [header, value, status] of [
      ['If-Range', etag, 206],
      ['If-Range', '"another"', 416],
      ['If-Range', `W/${etag}`, 416],
      ['If-Match', `"another", ${etag}`, 206],
      ['If-Match', '*', 206],
      ['If-Match', '"another"', 412],
      ['If-None-Match', '"another"', 206],
      ['If-None-Match', etag, 304],
    ] as const) {
      const { response } = await proxy.get(TILES, { Range: 'bytes=100-199', [header]: value })
      expect([header, value, response.status]).toEqual([header, value, status])
    }
  })

  it('of a file is read as fast as its readers read it', async () => {
    const large = join(folder, 'large.pmtiles')
    writeFileSync(large, Buffer.alloc(RANGE_BYTES))
    await start({ source: { kind: 'file', path: large }, isShownAtOnce: true })
    const accepted: Socket[] = []
    const keep = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
    subscribe('net.server.socket', keep)
    const clients = Array.from({ length: 20 }, () => connect(Number(new URL(proxy.url).port), '127.0.0.1').pause())
    const head = `GET ${TILES} HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-${RANGE_BYTES - 1}\r\n\r\n`
    for (const client of clients) client.write(head.repeat(8))
    const unread = () => accepted.map(({ writableLength }) => writableLength)
    await expect.poll(() => unread().filter((bytes) => bytes > 0).length, SOON).toBe(clients.length)
    expect(Math.max(...unread())).toBeLessThan(RANGE_BYTES / 8)
    unsubscribe('net.server.socket', keep)
    for (const client of clients) client.destroy()
  })

  it('of a file is closed again, whether it was read, asked for its head, or left', async () => {
    await start({ source: { kind: 'file', path: file }, isShownAtOnce: true })
    const open = () => readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === file).length
    const range = { Range: 'bytes=0-99' }
    expect((await proxy.get(TILES, range)).bytes).toHaveLength(100)
    const { status, headers } = await fetch(`${proxy.url}${TILES}`, { method: 'HEAD', headers: range })
    expect([status, headers.get('content-length')]).toEqual([206, '100'])
    const left = new AbortController()
    await fetch(`${proxy.url}${TILES}`, { headers: range, signal: left.signal })
    left.abort()
    await expect.poll(open, SOON).toBe(0)
  })
})
