import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeTile, TILE_MEDIA_TYPE } from '../contract/figure-tile.ts'
import { edition, HELD_TILES_MAX, heldAnswer } from '../contract/proxy-api.ts'
import { parentsAround } from '../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../testing/strange-service/start-strange-service.ts'
import { ledgerFile } from './ledger/opening/ledger-file.ts'
import { startProxy } from './start-proxy.ts'

let service: StrangeService
let proxy: ProxyUnderTest
let pageDir: string
const [PARENT = ''] = parentsAround(8, 1)
const TILE = `/api/tiles/2026-11-01/default/8/${PARENT}`
const SCRIPT = `export const words = '${'hexagon '.repeat(400)}'\n`

beforeAll(async () => {
  pageDir = mkdtempSync(join(tmpdir(), 'page-'))
  mkdirSync(join(pageDir, 'assets'))
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>Squaremetre</title>')
  writeFileSync(join(pageDir, 'assets', 'app-1a2b3c4d.js'), SCRIPT)
  writeFileSync(join(pageDir, 'assets', 'built-5e6f7a8b.js'), SCRIPT)
  writeFileSync(join(pageDir, 'assets', 'built-5e6f7a8b.js.br'), brotliCompressSync(`${SCRIPT}// as built`))
  writeFileSync(join(pageDir, 'worker.mjs'), 'export {}')
  writeFileSync(join(pageDir, '..', 'page-secret.txt'), 'not for anybody')
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, { pageDir })
  await proxy.buy([PARENT])
})

afterAll(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
  rmSync(pageDir, { recursive: true })
  rmSync(join(pageDir, '..', 'page-secret.txt'))
})

/** Sends a request with headers and paths that fetch does not allow. */
function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(proxy.url)
    request({ hostname, port, path, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('a held tile', () => {
  it('is the same compressed and plain, and may be cached for ever when its address names the ledger', async () => {
    const { ledger } = JSON.parse((await proxy.get('/api/period')).text) as { ledger: string }
    const named = `${TILE}?ledger=${ledger}`
    const packed = await proxy.get(named, { 'Accept-Encoding': 'gzip' })
    const plain = await proxy.get(named, { 'Accept-Encoding': 'identity' })
    expect(packed.response.headers.get('Content-Encoding')).toBe('gzip')
    expect(plain.response.headers.get('Content-Encoding')).toBeNull()
    expect(packed.bytes).toEqual(plain.bytes)
    expect(decodeTile(plain.bytes).parent).toBe(PARENT)
    expect(plain.response.headers.get('Content-Type')).toBe(TILE_MEDIA_TYPE)
    expect(plain.response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    for (const path of [TILE, `${TILE}?ledger=another`]) {
      const { response, bytes } = await proxy.get(path, { 'Accept-Encoding': 'identity' })
      expect([response.headers.get('Cache-Control'), bytes]).toEqual(['no-cache', plain.bytes])
    }
  })

  it('has the time of its purchase, compressed or not', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const { headers } = (await proxy.get(TILE, { 'Accept-Encoding': encoding })).response
      expect(headers.get('Last-Modified')).toBe('Sat, 21 Nov 2026 10:00:00 GMT')
    }
  })

  it('is not sent again to a client that has it', async () => {
    const etag = (await proxy.get(TILE)).response.headers.get('ETag') ?? ''
    const again = await proxy.get(TILE, { 'If-None-Match': etag })
    expect(again.response.status).toBe(304)
    expect(again.bytes.length).toBe(0)
  })

  it.each([
    ['their tag as a strong one', 304, (tag: string) => tag.replace('W/', '')],
    ['their tag among others', 304, (tag: string) => `"a, b", W/"c",${tag}`],
    ['a wildcard', 304, () => '*'],
    ['a longer tag', 200, (tag: string) => tag.replace('"', '"x')],
    ['their tag inside another', 200, (tag: string) => `"x ${tag.replaceAll('"', '')} x"`],
  ])('and the page, requested with %s, get status %d', async (_, status, write) => {
    for (const path of [TILE, '/']) {
      const etag = (await proxy.get(path)).response.headers.get('ETag') ?? ''
      const again = await proxy.get(path, { 'If-None-Match': write(etag) })
      expect(again.response.status).toBe(status)
    }
  })

  it('that is missing is a 404 not_held that is not cached', async () => {
    for (const path of [TILE.replace('11-01', '10-01'), '/api/editions/2026-10-01/default/8']) {
      const { response, text } = await proxy.get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(JSON.parse(text)).toMatchObject({ error: 'not_held' })
    }
  })

  it('is told from missing ones in one answer, which is not cached and spends nothing', async () => {
    const missing = parentsAround(8, 3).filter((cell) => cell !== PARENT)
    const ask = (parents: readonly string[], as_of = '2026-11-01') =>
      proxy.get(`/api/held/${as_of}/default/8?parents=${parents.join()}`)
    const { response, text } = await ask([...missing, PARENT])
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(heldAnswer.parse(JSON.parse(text))).toMatchObject({ held: [PARENT], edition: { as_of: '2026-11-01' } })
    expect(JSON.parse((await ask([PARENT], '2026-10-01')).text)).toMatchObject({ held: [], edition: null })
    for (const wrong of [[], ['zz'], parentsAround(7, 1), Array<string>(HELD_TILES_MAX + 1).fill(PARENT)]) {
      expect((await ask(wrong)).response.status, String(wrong[0])).toBe(400)
    }
  })

  it('has its edition', async () => {
    const held = edition.parse(JSON.parse((await proxy.get('/api/editions/2026-11-01/default/8')).text))
    expect(held).toMatchObject({ window_start: '2026-08-01', size_unit: 'm2', snapshot: { outlier_trim_pct: 0.01 } })
  })

  const misnamed: [string, string, string][] = [
    ['as_of', `/api/tiles/2026-11-02/default/8/${PARENT}`, 'first day of a month'],
    ['lens', `/api/tiles/2026-11-01/ad_sub_type=buy/8/${PARENT}`, 'expected a canonical lens'],
    ['lens', `/api/tiles/2026-11-01/currency=EUR/8/${PARENT}`, 'expected a canonical lens'],
    ['resolution', `/api/tiles/2026-11-01/default/9/${PARENT}`, 'expected resolution 4, 5, 6, 7 or 8'],
    ['parent', `/api/tiles/2026-11-01/default/7/${PARENT}`, 'resolution 4'],
    ['parent', '/api/tiles/2026-11-01/default/8/zz', "'zz'"],
    ['area', '/api/areas/2026-11-01/default/8?constructor=1', 'expected lat'],
    ['area', '/api/areas/2026-11-01/default/8?__proto__=1', 'expected lat'],
  ]
  it.each(misnamed)('with a wrong %s is refused with what was expected: %s', async (parameter, path, hint) => {
    const { response, text } = await proxy.get(path)
    expect(response.status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ error: 'invalid_parameter', parameter })
    expect(text).toContain(hint)
  })
})

describe('POST /api/purchases', () => {
  const body = { as_of: '2026-11-01', lens: 'default', resolution: 8, parents: [PARENT] }
  const json = { 'Content-Type': 'application/json' }

  it('streams newline-delimited JSON', async () => {
    const { response } = await proxy.post(body)
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson')
  })

  it('refuses requests from other sites', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
    ]) {
      expect((await proxy.post(body, { ...json, ...headers })).response.status).toBe(403)
    }
    expect((await proxy.post(body, { ...json, Origin: proxy.url })).response.status).toBe(200)
    expect((await proxy.post(body, { ...json, 'Sec-Fetch-Site': 'same-origin' })).response.status).toBe(200)
  })

  it('refuses forms, long bodies, and bodies that are not JSON', async () => {
    expect((await proxy.post(body, { 'Content-Type': 'text/plain' })).response.status).toBe(415)
    expect((await proxy.post({ ...body, pad: 'x'.repeat(11_000) })).response.status).toBe(413)
    expect((await proxy.post('{')).response.status).toBe(400)
  })

  it('names the wrong value', async () => {
    const wrong: [object, string][] = [
      [{ parents: [] }, 'parents'],
      [{ parents: Array.from({ length: 121 }, () => PARENT) }, 'parents'],
      [{ parents: ['85'] }, 'parent'],
      [{ as_of: 'today' }, 'as_of'],
      [{ resolution: 3 }, 'resolution'],
      [{ lens: 'h3=1' }, 'lens'],
    ]
    for (const [changed, parameter] of wrong) {
      const { response, text } = await proxy.post({ ...body, ...changed })
      expect(response.status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({ error: 'invalid_parameter', parameter })
    }
  })
})

describe('the free endpoints', () => {
  it('are passed on with the token, and returned with their rate limit headers', async () => {
    const { response, text } = await proxy.get('/public/v1/geo?parent=es&limit=100')
    expect(JSON.parse(text)).toMatchObject({ parent: { geo_id: 'es' }, results: [{ geo_id: 'z1' }] })
    expect(response.headers.get('X-Quota-Limit')).toBe('uncounted')
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('599')
    expect(service.free).toContain('/public/v1/geo?parent=es&limit=100')
  })

  it('get the same request once a minute, and again after a refusal', async () => {
    const count = (target: string) => service.free.filter((seen) => seen === target).length
    for (let i = 0; i < 3; i++) await proxy.get('/public/v1/coverage?country=es')
    expect(count('/public/v1/coverage?country=es')).toBe(1)
    for (let i = 0; i < 2; i++) await proxy.get('/public/v1/geo/lookup')
    expect(count('/public/v1/geo/lookup')).toBe(2)
  })

  it('are all of the service that can be reached, and only by GET', async () => {
    for (const path of [
      '/public/v1/usage',
      '/public/v1/stats/current?h3=1',
      '/public/v1/geo/%2e%2e/usage',
      '/public/v1/',
    ]) {
      expect((await raw(path)).status).toBe(404)
    }
    const posted = await fetch(`${proxy.url}/public/v1/geo`, { method: 'POST', body: '{}' })
    expect(posted.status).toBe(405)
    expect(await posted.json()).toMatchObject({ error: 'malformed_request' })
  })

  it('respond to HEAD too, with the same strict headers as everything else', async () => {
    const head = await fetch(`${proxy.url}/public/v1/coverage`, { method: 'HEAD' })
    const { response, bytes } = await proxy.get('/public/v1/coverage')
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)])
    expect(await head.text()).toBe('')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    const strict = /^(content-security|cross-origin|origin-agent|permissions|referrer|x-(?!quota|rate|request))/
    const strictOf = (answer: Response) => [...answer.headers].filter(([name]) => strict.test(name))
    expect(strictOf(response)).toEqual(strictOf((await proxy.get('/api/meter')).response))
    expect(strictOf(response).length).toBeGreaterThan(10)
  })

  it('return refusals unchanged, except for an echoed credential', async () => {
    const { response, text } = await proxy.get('/public/v1/geo/lookup')
    expect(response.status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ error: 'missing_parameter', message: 'Refused (credential [token]).' })
  })

  it('return no header that echoes the credential, in any spelling', async () => {
    const echo = `Bearer ${service.token}`
    const spelled = [echo, encodeURIComponent(echo), Buffer.from(echo).toString('base64')]
    service.rules.freeFault = () => ({
      kind: 'status',
      status: 200,
      body: '{}',
      headers: {
        'X-Quota-Group': spelled.join(' '),
        'X-Debug': echo,
        [service.token]: 'x',
      },
    })
    const { response } = await proxy.get('/public/v1/coverage?country=it')
    service.rules.freeFault = () => null
    expect(response.headers.get('X-Quota-Group')).toMatch(/^Bearer \[token\] Bearer%20\[token\] \S*\[token\]\S{0,4}$/)
    expect(JSON.stringify([...response.headers])).not.toContain(service.token)
  })
})

describe('the page', () => {
  it('is sent for every address that is neither a file nor an interface', async () => {
    for (const path of ['/', '/index.html', '/somewhere/else']) {
      const { response, text } = await proxy.get(path)
      expect(text).toContain('<title>Squaremetre</title>')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(response.headers.get('Content-Type')).toContain('text/html')
    }
  })

  it('has hashed files that are cached for ever, compressed and typed', async () => {
    const { response, text } = await proxy.get('/assets/app-1a2b3c4d.js', { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(text).toBe(SCRIPT)
    expect(response.headers.get('Content-Encoding')).toBe('br')
    expect(response.headers.get('Cache-Control')).toContain('immutable')
    const built = (encoding: string) => proxy.get('/assets/built-5e6f7a8b.js', { 'Accept-Encoding': encoding })
    expect((await built('gzip, br')).text).toBe(`${SCRIPT}// as built`)
    expect((await built('gzip')).text).toBe(SCRIPT)
    expect((await proxy.get('/worker.mjs')).response.headers.get('Content-Type')).toContain('text/javascript')
  })

  it('is not sent in place of a missing file', async () => {
    expect((await proxy.get('/assets/gone.js')).response.status).toBe(404)
    expect((await proxy.get('/api/nothing')).response.status).toBe(404)
  })

  it('has each file under one path only, so that no other has the caching of a file that never changes', async () => {
    for (const path of ['/assets/..%2findex.html', '/assets/%2e%2e%2findex.html', '/assets%2f%2fapp-1a2b3c4d.js']) {
      const { status, body } = await raw(path)
      expect([path, status, JSON.parse(body).error]).toEqual([path, 404, 'not_found'])
    }
    const { response } = await proxy.get('/index.html/')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  })

  it('never reads outside its folder', async () => {
    for (const path of ['/../page-secret.txt', '/%2e%2e/page-secret.txt', '/..%2fpage-secret.txt', '/%00', '/%']) {
      expect((await raw(path)).body).not.toContain('not for anybody')
    }
  })

  it('runs only scripts of its own origin, and cannot be framed or opened by others', async () => {
    for (const path of ['/', '/api/meter', '/public/v1/ping', '/nowhere.txt']) {
      const { headers } = (await proxy.get(path)).response
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe-eval')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    }
  })
})

describe('starting', () => {
  const options = { dataDir: tmpdir(), host: '127.0.0.1', port: 0, pageDir: null, now: () => new Date() }

  it('refuses an invalid base URL or token without showing the token', async () => {
    const { log } = await import('pino').then(({ pino }) => ({ log: pino({ level: 'silent' }) }))
    const bad = startProxy({ ...options, log, serviceBaseUrl: 'ftp://x', serviceToken: 'svc_live_ro_x' })
    await expect(bad).rejects.toThrow(/'ftp:\/\/x'.*https:\/\/host\/public\/v1/)
    const token = startProxy({ ...options, log, serviceBaseUrl: 'http://x/public/v1', serviceToken: 'svc\nlive' })
    await expect(token).rejects.toThrow(/^the service token is empty or holds characters/)
  })

  it('keeps the figures of different services apart', () => {
    const fileOf = (serviceBaseUrl: string, isEmbedded = false) => ledgerFile({ serviceBaseUrl, isEmbedded })
    expect(fileOf('https://Stats.Example.com:8443/public/v1/')).toBe('ledger-stats.example.com_8443_public_v1.sqlite')
    expect(fileOf('http://127.0.0.1:8787/public/v1')).toBe('ledger-localhost_8787_public_v1.sqlite')
    expect(fileOf('http://localhost:8787/public/v1')).toBe(fileOf('http://127.0.0.1:8787/public/v1'))
    expect(fileOf('http://localhost:8788/public/v1')).not.toBe(fileOf('http://localhost:8787/public/v1'))
    expect(fileOf('http://127.0.0.1:41034/public/v1', true)).toBe('ledger.sqlite')
  })
})

it.each(['purchases', 'areas', 'rates'])('POST /api/%s refuses a body that is nested too deeply', async (name) => {
  const area = '['.repeat(5_000) + ']'.repeat(5_000)
  const response = await fetch(`${proxy.url}/api/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"as_of":"2026-11-01","lens":"default","resolution":8,"area":${area}}`,
  })
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'malformed_request' }])
})
