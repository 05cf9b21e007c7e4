import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statsResponse } from '../../../contract/service/stats/stats.ts'
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
import { CITY_CELLS, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../../testing/service-fixture.ts'
import { parseClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import type { FigureStore } from '../../figures/figure-store.ts'
import type { LensFilter } from '../../figures/lens-filter.ts'
import type { Period } from '../../figures/period.ts'
import type { PricedFigures } from '../../figures/priced-figures.ts'
import { type Listing, openListingWriter } from '../../listings/listing-store.ts'
import { openMovable } from '../../moving/open-movable.ts'
import { buildPlaceOf, buildStoreOf, openFigures, withPublished } from '../../open-figures.ts'
import { openListings } from '../../open-listings.ts'
import { startService } from '../../start-service.ts'
import { workAlone } from '../../storage/work-lock.ts'
import { buildPeriods } from '../build-periods.ts'

const log = pino({ level: 'error' })
const ANY = { ad_sub_type: 'buy', property_type: null, rooms: null, min_price_usd: null, max_price_usd: null }
const ASKER = { account: 1, signal: () => new AbortController().signal }

const servers: TestClickhouse[] = []
const folders: string[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-figures-'))
  folders.push(folder)
  return folder
}

function addressOf(...hosts: readonly TestClickhouse[]) {
  const address = parseClickhouseAddress(`clickhouse://${hosts.map(({ host }) => host).join(',')}`)
  if (address === null) throw new Error('expected an address of ClickHouse')
  return address
}

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

/** Adds many listings to one cell. */
async function addFlats(dataDir: string, name = 'more'): Promise<void> {
  const writer = await openListingWriter(dataDir, name)
  const [cell] = CITY_CELLS
  if (cell === undefined) throw new Error('expected a cell')
  const at = { ...cellCenter(cell), cell, listed_on: '2026-10-15' }
  for (let i = 0; i < 200; i++) {
    writer.add({
      ...FLAT,
      ...at,
      key: `${name}-${i}`,
      country: 'es',
      currency: 'EUR',
      rooms: 2,
      price: 300_000 + i,
      area: 60,
    })
  }
  await writer.publish()
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
    // Time for what was under way.
    await sleep(500)
    const last = asked.length
    await sleep(1_500)
    expect(asked).toHaveLength(last)
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

describe.skipIf(!hasClickhouse())(
  'a service over two servers of ClickHouse',
  { tags: 'nightly', timeout: 120_000 },
  () => {
    let fixture: ServiceFixture
    let pair: readonly [TestClickhouse, TestClickhouse]
    beforeAll(async () => {
      fixture = await startServiceFixture()
      pair = [await startClickhouse(), await startClickhouse()]
      servers.push(...pair)
    }, 120_000)
    afterAll(() => fixture?.close())

    const PATHS = [
      '/stats/current?geo_id=z2',
      '/stats/current?geo_id=z1&res=5&currency=EUR&property_type=house',
      '/stats/current?geo_id=z3&min_price_usd=150000&rooms=2',
      '/stats/current?lat=38.72&lng=-9.14&radius_km=3&res=8',
      '/stats/history?geo_id=z3&to=2026-11-01',
      '/coverage',
      '/geo?parent=z1&level=city',
      '/geo/lookup?lat=41.39&lng=2.16',
      '/meta/filters',
    ]

    it('answers as one over files, while one server of two is killed, frozen, or behind', async () => {
      const [one, two] = pair
      const dataDir = newFolder()
      cpSync(fixture.dataDir, dataDir, { recursive: true, preserveTimestamps: true })
      for (const name of ['periods', 'held-cells.sqlite']) rmSync(join(dataDir, 'service', name), { recursive: true })
      const openStore = await buildStoreOf({ dataDir, figuresUrl: addressOf(one, two) })
      const rebuild = () => buildPeriods({ dataDir, now: FIXTURE_NOW, only: 'newest', openStore, log })
      // While the second server is down, the first one publishes alone.
      await two.kill()
      await rebuild()
      await two.start()
      expect(await two.ask("SHOW TABLES LIKE 'figure'")).toBe('')
      expect((await rebuild()).built).toEqual([])
      const sums =
        'SELECT build, count(), sum(cityHash64(toString(tuple(*)))) FROM figure GROUP BY build ORDER BY build'
      expect(await two.ask(sums)).toBe(await one.ask(sums))
      const service = await startService({
        ...{ dataDir, host: '127.0.0.1', port: 0, now: FIXTURE_NOW, log },
        figuresUrl: addressOf(one, two),
      })
      const headers = { authorization: `Bearer ${fixture.token}` }
      const readiness = async () => (await (await fetch(new URL('/readyz', service.url))).json()).status
      const expectAllSame = async () => {
        for (const path of PATHS) {
          const answer = await fetch(service.url + path, { headers })
          expectAlike(path, await answer.json(), await (await fixture.get(path)).json())
        }
      }
      expect(await readiness()).toBe('ready')
      await expectAllSame()
      await one.kill()
      await expectAllSame()
      await expect.poll(readiness, { timeout: 10_000 }).toBe('degraded')
      await one.start()
      await expect.poll(readiness, { timeout: 10_000 }).toBe('ready')
      two.freeze()
      await expect.poll(readiness, { timeout: 10_000 }).toBe('degraded')
      await expectAllSame()
      await one.kill()
      const usage = async () => (await (await fetch(`${service.url}/usage`, { headers })).json()).groups[0].used
      const used = await usage()
      const refused = await fetch(`${service.url}/stats/current?geo_id=z2`, { headers })
      expect([refused.status, (await refused.json()).error]).toEqual([500, 'internal_error'])
      expect(await usage()).toBe(used)
      two.thaw()
      await one.start()
      await expect.poll(readiness, { timeout: 10_000 }).toBe('ready')
      await expectAllSame()
      // A period published only on the first is never requested from the second, which lacks it.
      await two.kill()
      await addFlats(dataDir)
      expect((await rebuild()).built).toHaveLength(1)
      await two.start()
      const asked = async () => {
        const answer = await fetch(`${service.url}/stats/current?geo_id=z4`, { headers })
        const { stats, snapshot } = statsResponse.parse(await answer.json())
        return [snapshot.revision?.split('-')[0], stats.some(({ listings }) => (listings ?? 0) > 100)]
      }
      await expect.poll(asked, { timeout: 10_000 }).toEqual(['2', true])
      await expect.poll(readiness, { timeout: 10_000 }).toBe('ready')
      for (let i = 0; i < 10; i++) expect(await asked()).toEqual(['2', true])
      // A revision that was replaced a day ago is forgotten first, and its rows go with the build after that.
      await one.ask(
        'ALTER TABLE period UPDATE published_at = published_at - 100000 WHERE 1 SETTINGS mutations_sync = 2',
      )
      const builds = () => one.ask('SELECT count(), uniqExact(build) FROM period')
      expect(await builds()).toBe('2\t2')
      await rebuild()
      expect(await builds()).toBe('1\t1')
      expect(await one.ask('SELECT uniqExact(build) FROM figure')).toBe('2')
      expect(await asked()).toEqual(['2', true])
      await service.close()
    })

    it.each([
      ['that computes', 0],
      ['that only gets a copy', 1],
    ])(
      'keeps the period before when the server %s fails in the middle of a build, and the next build leaves it out',
      async (_, failing) => {
        const [lost, left] = failing === 0 ? pair : [pair[1], pair[0]]
        const database = `failing_${failing}`
        const [dataDir, figuresUrl] = [newFolder(), { ...addressOf(...pair), database }]
        for (const server of pair) await server.ask(`CREATE DATABASE ${database}`)
        await addFlats(dataDir)
        const openStore = await buildStoreOf({ dataDir, figuresUrl })
        if (openStore === undefined) throw new Error('expected a store in ClickHouse')
        const options = { dataDir, now: FIXTURE_NOW, only: 'newest', log: pino({ level: 'silent' }) } as const
        await buildPeriods({ ...options, openStore })
        await addFlats(dataDir, 'again')
        const store = await openFigures({ dataDir: newFolder(), figuresUrl }, FIXTURE_NOW, pino({ level: 'silent' }))
        const shown = () => [...store.figures.revisions().values()].map((name) => name.split('-')[0])
        const breakingOff = buildPeriods({
          ...options,
          openStore: async (of) => {
            const opened = await openStore(of)
            const publish: typeof opened.publish = async (...given) => {
              await lost.kill()
              return opened.publish(...given)
            }
            return { ...opened, publish }
          },
        })
        await expect(breakingOff).rejects.toThrow(`http://${lost.host} does not respond`)
        expect(await left.ask(`SELECT max(revision) FROM ${database}.period`)).toBe('1')
        expect(shown()).toEqual(['1'])
        expect((await buildPeriods({ ...options, openStore })).built).toHaveLength(1)
        await expect.poll(shown, { timeout: 10_000 }).toEqual(['2'])
        await lost.start()
        expect((await buildPeriods({ ...options, openStore })).built).toEqual([])
        const sums = `SELECT count(), sum(cityHash64(toString(tuple(*)))) FROM ${database}.figure
      WHERE build IN (SELECT build FROM ${database}.period WHERE revision = 2)`
        const expected = await left.ask(sums)
        expect(expected).not.toMatch(/^0/)
        expect(await lost.ask(sums)).toBe(expected)
        store.figures.close()
        store.pricedFigures.close()
      },
    )
  },
)

/** Expects the same content; numbers may differ by 1e-12, because averages depend on the order of addition. */
function expectAlike(where: string, value: unknown, expected: unknown): void {
  if (typeof value === 'number' && typeof expected === 'number') {
    const difference = Math.abs(value - expected)
    expect([where, difference <= 1e-12 * Math.abs(expected)]).toEqual([where, true])
  } else if (value !== null && typeof value === 'object' && expected !== null && typeof expected === 'object') {
    expect([where, Object.keys(value)]).toEqual([where, Object.keys(expected)])
    for (const [key, inner] of Object.entries(value)) {
      expectAlike(`${where} ${key}`, inner, (expected as Record<string, unknown>)[key])
    }
  } else expect([where, value]).toEqual([where, expected])
}
