import { latLngToCell } from 'h3-js'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import { periodResponse } from '../../contract/proxy-api.ts'
import { coverageResponse } from '../../contract/service/coverage.ts'
import { statsResponse } from '../../contract/service/stats/stats.ts'
import { cellParent, trustCell } from '../../domain/cell.ts'
import { figuresOf } from '../../domain/figure.ts'
import { TILE_DEPTH } from '../../domain/tile.ts'
import { createAccount } from '../../service/accounts/accounts.ts'
import { createToken } from '../../service/accounts/tokens.ts'
import { buildPeriods } from '../../service/build/build-periods.ts'
import { keptSpans, readImportRuns } from '../../service/import/import-runs.ts'
import { removeRuns } from '../../service/runs/remove-run.ts'
import { startService } from '../../service/start-service.ts'
import { type ImportFixture, makeImportFixture } from '../import-fixture.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../proxy-under-test.ts'
import { startRedis } from '../servers/redis-server.ts'
import { FIXTURE_NOW } from '../service-fixture.ts'

const MADRID = trustCell(latLngToCell(40.4168, -3.7038, 8))
const PARENT = cellParent(MADRID, 8 - TILE_DEPTH)
const AS_OF = '2026-11-01'
const log = pino({ level: 'silent' })

/** A market made from imports, and the service over it. */
async function startMarket() {
  const files = makeImportFixture()
  const { dataDir } = files
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now: FIXTURE_NOW, log })
  await createAccount({ dataDir, name: 'test' })
  const token = await createToken({ dataDir, account: 'test', kind: 'ro' })
  const get = async (path: string) =>
    (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).json()
  return {
    files,
    url: service.url,
    token,
    coverage: async () => coverageResponse.parse(await get('/coverage')),
    stats: async () => statsResponse.parse(await get(`/stats/current?h3=${MADRID}`)),
    build: () => buildPeriods({ dataDir, now: FIXTURE_NOW, trimPct: 0, log }),
    remove: (id: number) =>
      removeRuns({ dataDir, ids: [id], read: () => readImportRuns(dataDir), spansOf: keptSpans, now: FIXTURE_NOW }),
    close: async () => {
      await service.close()
      files.remove()
    },
  }
}

/** Ten listings on one point. */
function listings(files: ImportFixture, name: string, price: number, ad_sub_type = 'buy'): string {
  const rows = Array.from({ length: 10 }, (_, i) => `${price + i},50,40.4168,-3.7038,2026-10-${10 + i},${ad_sub_type}`)
  return files.write(name, `price,area,latitude,longitude,date,operation\n${rows.join('\n')}\n`)
}

const price = (tile: string) =>
  figuresOf(decodeTile(Buffer.from(tile, 'base64'))).find((figure) => figure?.cell === MADRID)?.median_price ?? null

describe.each([
  ['in an SQLite file', async () => null],
  ['on Redis', startRedis],
])('a proxy with its ledger %s', (_, startStore) => {
  let market: Awaited<ReturnType<typeof startMarket>>
  let store: Awaited<ReturnType<typeof startStore>>
  let proxy: ProxyUnderTest
  beforeAll(async () => {
    ;[market, store] = await Promise.all([startMarket(), startStore()])
    await market.files.importFile(listings(market.files, 'right.csv', 200_000))
    await market.files.importFile(listings(market.files, 'wrong.csv', 9_000_000))
    await market.build()
    proxy = await startProxyUnderTest(market, {
      now: FIXTURE_NOW,
      clock: () => new Date(),
      ledgerUrl: store?.url ?? null,
    })
  }, 60_000)
  afterAll(async () => {
    await proxy?.close()
    await store?.close()
    await market?.close()
  })

  const ledger = async () => periodResponse.parse(JSON.parse((await proxy.get('/api/period')).text))
  const bought = async () => {
    const told = await proxy.buy([PARENT])
    return { calls: told.receipt.calls, price: price(told.all('tile')[0]?.bytes ?? '') }
  }

  it('drops the figures of an import that was removed, and buys the corrected ones', async () => {
    const before = await ledger()
    const wrong = await bought()
    expect(wrong.calls).toBe(1)
    const revision = (await market.coverage()).revisions?.[AS_OF]
    expect((await market.stats()).snapshot.revision).toBe(revision)
    await proxy.restart()
    expect([(await ledger()).ledger, (await bought()).calls]).toEqual([before.ledger, 0])

    await market.remove(2)
    expect((await market.build()).built).toMatchObject([{ as_of: AS_OF, listings: 10 }])
    await expect.poll(async () => (await market.coverage()).revisions?.[AS_OF], { timeout: 5_000 }).not.toBe(revision)
    await proxy.restart()
    expect((await ledger()).ledger).not.toBe(before.ledger)
    expect(proxy.said()).toContain('the service has other figures of these periods now')
    expect((await proxy.get(`/api/tiles/${AS_OF}/default/8/${PARENT}`)).response.status).toBe(404)
    const right = await bought()
    expect(right.calls).toBe(1)
    expect(right.price).toBeLessThan((wrong.price ?? 0) / 10)
    await proxy.restart()
    expect((await bought()).calls).toBe(0)
  })

  it('drops everything of a period that was withdrawn, which then has another revision', async () => {
    await bought()
    await market.remove(1)
    expect(await market.build()).toEqual({ built: [], unchanged: [], withdrawn: [AS_OF] })
    await expect.poll(async () => (await market.stats()).stats, { timeout: 5_000 }).toEqual([])
    await proxy.restart()
    await ledger()
    expect((await proxy.get(`/api/tiles/${AS_OF}/default/8/${PARENT}`)).response.status).toBe(404)

    const rents = listings(market.files, 'rents.csv', 1_000, 'rent')
    await market.files.importFile(rents)
    expect((await market.build()).built).toMatchObject([{ as_of: AS_OF }])
    await expect
      .poll(async () => (await market.coverage()).first_view, { timeout: 5_000 })
      .toMatchObject({ ad_sub_type: 'rent', country: 'es', currency: 'EUR' })
    expect((await market.coverage()).revisions?.[AS_OF]).toMatch(/^4-/)
  })
})
