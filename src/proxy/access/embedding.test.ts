import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { OPEN_TO_ALL } from './access.ts'
import { type EmbedRules, NEVER_EMBEDDED } from './embedding.ts'

let pageDir: string
let service: StrangeService
let proxy: ProxyUnderTest

beforeAll(() => {
  pageDir = mkdtempSync(join(tmpdir(), 'page-'))
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>Squaremetre</title>')
})

afterAll(() => rmSync(pageDir, { recursive: true }))

async function start(embedding: EmbedRules): Promise<void> {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, { pageDir, access: { ...OPEN_TO_ALL, embedding } })
}

afterEach(async () => {
  await proxy.close()
  await service.close()
})

describe('a page in a frame', () => {
  const EMBEDDING = {
    origins: ['https://blog.example', 'https://shop.example'],
    spendingOrigins: ['https://shop.example'],
  }
  const framedBy = ({ headers }: Response) => [
    /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
    headers.get('x-frame-options'),
    headers.get('cross-origin-resource-policy'),
  ]
  const NOWHERE = ["'none'", 'DENY', 'same-origin']

  it('may be shown by the origins that the operator names, and by no others', async () => {
    await start(EMBEDDING)
    const framed = async (path: string) => framedBy((await proxy.get(path)).response)
    const open = ['https://blog.example https://shop.example', null, 'cross-origin']
    expect([await framed('/?embed=1'), await framed('/?at=41,2,9&embed=1')]).toEqual([open, open])
    const closed = ['/', '/?embed=0', '/?embed=1x', '/index.html', '/missing.js?embed=1', '/api/period?embed=1']
    for (const path of [...closed, '/public/v1/ping?embed=1', '/healthz?embed=1']) {
      expect([path, await framed(path)]).toEqual([path, NOWHERE])
    }
  })

  it('is shown nowhere unless the operator names an origin', async () => {
    await start(NEVER_EMBEDDED)
    expect(framedBy((await proxy.get('/?embed=1')).response)).toEqual(NOWHERE)
  })

  it('may spend only on the origins that may', async () => {
    await start(EMBEDDING)
    const maySpend = async (origin: string) => JSON.parse((await proxy.get(`/api/embedding?origin=${origin}`)).text)
    expect(await maySpend('https://shop.example')).toEqual({ may_spend: true })
    expect(await maySpend('https://blog.example')).toEqual({ may_spend: false })
    expect(await maySpend('https://shop.example.evil.example')).toEqual({ may_spend: false })
    for (const path of ['/api/embedding', '/api/embedding?origin=shop']) {
      expect((await proxy.get(path)).response.status).toBe(400)
    }
  })
})
