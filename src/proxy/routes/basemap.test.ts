import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { archiveOf, streetTile } from '../../testing/street-tiles.ts'
import { type BasemapRules, OWN_BASEMAP_ONLY } from '../access/basemap-rules.ts'

const TILES = '/api/basemap/tiles.pmtiles'
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
})
