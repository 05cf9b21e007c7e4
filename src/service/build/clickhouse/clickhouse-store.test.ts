import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cell, cellParent, RESOLUTIONS } from '../../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../../domain/distance.ts'
import type { AsOf } from '../../../domain/period.ts'
import {
  expectSameRows,
  FLAT,
  figuresInFile,
  figuresInTable,
  PENTAGON,
  writeComparedListings,
} from '../../../testing/compared-figures.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../../testing/servers/clickhouse-server.ts'
import { startStorage } from '../../../testing/servers/s3-server.ts'
import { addressOf, testClickhouses } from '../../../testing/servers/test-clickhouses.ts'
import { CITY_CELLS, FIXTURE_NOW } from '../../../testing/service-fixture.ts'
import { parseClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import type { FigureStore } from '../../figures/figure-store.ts'
import type { LensFilter } from '../../figures/lens-filter.ts'
import type { Period } from '../../figures/period.ts'
import type { PricedFigures } from '../../figures/priced-figures.ts'
import { type Listing, openListingWriter } from '../../listings/listing-store.ts'
import { openMovable } from '../../moving/open-movable.ts'
import { buildPlaceOf, buildStoreOf, openFigures, withPublished } from '../../open-figures.ts'
import { openListings } from '../../open-listings.ts'
import { workAlone } from '../../storage/work-lock.ts'
import { buildPeriods } from '../build-periods.ts'

const log = pino({ level: 'error' })
const ANY = { ad_sub_type: 'buy', property_type: null, rooms: null, min_price_usd: null, max_price_usd: null }
const ASKER = { account: 1, signal: () => new AbortController().signal }

const { servers, newFolder, close } = testClickhouses('clickhouse-figures-')
afterAll(close)

async function build(dataDir: string, figuresUrl: ReturnType<typeof addressOf> | null) {
  const openStore = await buildStoreOf({ dataDir, figuresUrl })
  return buildPeriods({ dataDir, now: FIXTURE_NOW, minListings: { 4: 7, 8: 4 }, openStore, log })
}

/** Forwards requests to a server, and records their addresses. */
async function recordAddresses(host: string, seen: string[]) {
  const forwarder = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming
    seen.push(path)
    const sent = request(`http://${host}`, { method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(sent)
  })
  forwarder.listen(0, '127.0.0.1')
  await once(forwarder, 'listening')
  const { port } = forwarder.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      forwarder.close()
      forwarder.closeAllConnections()
    },
  }
}

describe.skipIf(!hasClickhouse())('figures in ClickHouse', { timeout: 120_000 }, () => {
  let dataDir: string
  let files: { figures: FigureStore; pricedFigures: PricedFigures }
  let there: { figures: FigureStore; pricedFigures: PricedFigures }
  let server: TestClickhouse
  beforeAll(async () => {
    server = await startClickhouse()
    servers.push(server)
    dataDir = newFolder()
    await writeComparedListings(dataDir)
    const reports = [await build(dataDir, null), await build(dataDir, addressOf(server))].map(({ built }) =>
      built.map(({ seconds: _, ...period }) => period),
    )
    expect(reports[1]).toEqual(reports[0])
    files = await openFigures({ dataDir, figuresUrl: null }, FIXTURE_NOW, log)
    there = await openFigures({ dataDir: newFolder(), figuresUrl: addressOf(server) }, FIXTURE_NOW, log)
  }, 120_000)
  afterAll(() => {
    for (const store of [files, there]) {
      store?.figures.close()
      store?.pricedFigures.close()
    }
  })

  const newestOf = (store: { figures: FigureStore }): Period => {
    const period = store.figures.served()
    if (!period) throw new Error('expected a served period')
    return period
  }

  it('are those of the embedded store in every period, lens and cell', async () => {
    expect(there.figures.labels()).toEqual(files.figures.labels())
    expect([...there.figures.revisions()]).toEqual([...files.figures.revisions()])
    for (const label of files.figures.labels()) {
      await files.figures.lend(label, async (period) => {
        await there.figures.lend(label, async (other) => {
          expect(other.meta).toEqual(period.meta)
          expect(other.propertyTypes).toEqual(period.propertyTypes)
          expect([...other.countries].sort()).toEqual([...period.countries].sort())
          const expected = figuresInFile(period)
          expect(expected.length).toBeGreaterThan(1_000)
          expectSameRows(await figuresInTable(server, other.version), expected)
        })
      })
    }
  })

  it('are read as from the embedded store, with and without neighbours that have none', {
    tags: 'nightly',
  }, async () => {
    const [period, other] = [newestOf(files), newestOf(there)]
    const near = [...CITY_CELLS, ...cellsAround(PENTAGON, 5)]
    for (const resolution of RESOLUTIONS) {
      const cells = [...new Set(near.map((cell) => cellParent(cell, resolution)))].sort()
      for (const filter of [ANY, { ...ANY, property_type: 'house', rooms: 2 }, { ...ANY, property_type: 'castle' }]) {
        expectSameRows(await other.figures(filter, cells), await period.figures(filter, cells))
      }
      expect(await other.listingCountries(cells)).toEqual(await period.listingCountries(cells))
    }
  })

  it('are those of the embedded store under price filters', { tags: 'nightly' }, async () => {
    const filters: Partial<LensFilter>[] = [
      { min_price_usd: 0 },
      { min_price_usd: 150_000, max_price_usd: 400_000.5 },
      { max_price_usd: 99_999, property_type: 'house' },
      { min_price_usd: 1, rooms: 5, ad_sub_type: 'rent' },
      { min_price_usd: 1e20 },
    ]
    let rows = 0
    for (const resolution of RESOLUTIONS) {
      const near = [...CITY_CELLS, ...cellsAround(PENTAGON, 5)]
      const cells = [...new Set(near.map((cell) => cellParent(cell, resolution)))].sort()
      for (const filter of filters) {
        const asked = [{ ...ANY, ...filter }, cells, { resolution, asker: ASKER }] as const
        const expected = await files.pricedFigures.figures(newestOf(files), ...asked)
        expectSameRows(await there.pricedFigures.figures(newestOf(there), ...asked), expected)
        rows += expected.length
      }
    }
    expect(rows).toBeGreaterThan(100)
  })

  it('stay as they are when nothing has changed, and become a new revision when listings do', {
    tags: 'nightly',
  }, async () => {
    const folder = newFolder()
    const own = await startClickhouse()
    servers.push(own)
    const writer = await openListingWriter(folder, 'first')
    const flat = (i: number): Listing => ({
      ...FLAT,
      key: `${i}`,
      country: 'es',
      currency: 'EUR',
      rooms: 2,
      price: 100_000 + i,
      area: 50,
      listed_on: '2026-10-15',
      ...cellCenter(CITY_CELLS[0] as Cell),
      cell: CITY_CELLS[0] as Cell,
    })
    for (let i = 0; i < 20; i++) writer.add(flat(i))
    await writer.publish()
    const place = { dataDir: folder, figuresUrl: addressOf(own) }
    expect(await withPublished(place, FIXTURE_NOW, (figures) => figures.newest())).toBeNull()
    const first = await build(folder, addressOf(own))
    expect([first.built.length, first.unchanged.length]).toEqual([1, 0])
    const again = await build(folder, addressOf(own))
    expect([again.built, again.unchanged]).toEqual([[], ['2026-11-01']])
    const asked: string[] = []
    const between = await recordAddresses(own.host, asked)
    const figuresUrl = parseClickhouseAddress(`clickhouse://${between.host}`)
    const store = await openFigures({ dataDir: newFolder(), figuresUrl }, FIXTURE_NOW, log)
    const before = store.figures.revisions().get('2026-11-01' as AsOf)
    const more = await openListingWriter(folder, 'second')
    more.add(flat(20))
    await more.publish()
    await build(folder, addressOf(own))
    await expect.poll(() => store.figures.revisions().get('2026-11-01' as AsOf), { timeout: 10_000 }).not.toBe(before)
    const period = store.figures.served()
    expect(period?.revision.startsWith('2-')).toBe(true)
    const rows = await period?.figures(ANY, [CITY_CELLS[0] as Cell])
    expect(rows).toMatchObject([{ listings: 21, median_price: 100_010 * (period?.meta.usd_per_unit.EUR ?? 0) }])
    store.figures.close()
    store.pricedFigures.close()
    // An open store asks every second, so it would never be quiet for longer. What was under way may take a while.
    const askedMeanwhile = async () => {
      const before = asked.length
      await sleep(1_500)
      return asked.length - before
    }
    await expect.poll(askedMeanwhile).toBe(0)
    await between.close()
  })

  it('cannot be built, moved or read where no server can be used, with an error that says why, without the password', async () => {
    const wrong = [
      [
        'clickhouse://builder:wrong-secret@127.0.0.1:1',
        'http://127.0.0.1:1 does not respond: connect ECONNREFUSED 127.0.0.1:1',
      ],
      [
        `clickhouse://builder:wrong-secret@${server.host}`,
        `http://${server.host} refuses: builder: Authentication failed`,
      ],
      [`clickhouse://${server.host}/nowhere`, `http://${server.host} refuses: Database nowhere does not exist`],
    ] as const
    for (const [url, reason] of wrong) {
      const place = { dataDir: newFolder(), figuresUrl: parseClickhouseAddress(url) }
      const refusals = [
        await build(place.dataDir, place.figuresUrl).catch(String),
        await openMovable(place).catch(String),
        await withPublished(place, FIXTURE_NOW, (figures) => figures.newest()).catch(String),
      ]
      for (const refusal of refusals) {
        expect(refusal).toContain(reason)
        expect(refusal).not.toContain('secret')
      }
    }
  })

  it('are the same from listings in object storage, which ClickHouse reads there without keys in an address or an error', {
    tags: 'nightly',
  }, async () => {
    const storage = await startStorage()
    const own = await startClickhouse()
    servers.push(own)
    const seen: string[] = []
    const between = await recordAddresses(own.host, seen)
    const secretAccessKey = 'a-very-long-secret'
    const elsewhere = newFolder()
    const figuresUrl = parseClickhouseAddress(`clickhouse://${between.host}`)
    const [here, there] = await Promise.all(
      [dataDir, elsewhere].map((folder) =>
        openListings({ dataDir: folder, listingsUrl: storage.address }, FIXTURE_NOW),
      ),
    )
    if (!here || !there) throw new Error('expected object storage')
    await workAlone({ dataDir, task: 'test' }, here.fetch)
    const place = { dataDir: elsewhere, figuresUrl, listingsUrl: storage.address }
    const options = { dataDir: elsewhere, now: FIXTURE_NOW, minListings: { 4: 7, 8: 4 }, only: 'newest', log } as const
    const wrong = { keys: { ...storage.address, secretAccessKey }, listings: there.listings }
    const openStore = await buildStoreOf(place, wrong)
    const refused = await buildPeriods({ ...options, openStore, fetchListings: there.fetchRecords }).catch(String)
    expect(refused).toMatch(/could not read http.*listings\/all\.[0-9a-f]{16}\.parquet: .*403/)
    expect(refused).not.toContain(secretAccessKey)
    const { built } = await buildPeriods({ ...options, ...(await buildPlaceOf(place, there)) })
    expect(built).toHaveLength(1)
    expect(existsSync(join(elsewhere, 'service', 'listings'))).toBe(false)
    const newest = newestOf(files)
    const [build] = (await own.ask('SELECT build, fingerprint FROM period')).split('\t')
    expect(await own.ask('SELECT fingerprint FROM period')).toContain(newest.revision.replace(/^\d+-/, ''))
    expectSameRows(await figuresInTable(own, build ?? ''), figuresInFile(newest))
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.filter((address) => address.includes(secretAccessKey) || address.includes('S3RVER'))).toEqual([])
    await Promise.all([here.close(), there.close(), between.close(), storage.close()])
  })
})
