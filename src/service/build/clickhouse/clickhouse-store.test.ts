import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPentagons, latLngToCell } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statsResponse } from '../../../contract/stats.ts'
import { type Cell, cellParent, RESOLUTIONS, trustCell } from '../../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../../domain/distance.ts'
import type { AsOf } from '../../../domain/period.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../../testing/clickhouse-server.ts'
import { startStorage } from '../../../testing/s3-server.ts'
import { CITY_CELLS, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../../testing/service-fixture.ts'
import { parseClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import type { FigureStore } from '../../figures/figure-store.ts'
import type { LensFilter } from '../../figures/lens-filter.ts'
import type { FigureRow, Period } from '../../figures/period.ts'
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
const PENTAGON = trustCell(getPentagons(8)[0] ?? '')
const ASKER = { account: 1, signal: () => new AbortController().signal }
/** Square metres of a square foot. */
const SQFT = 0.09290304

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

/**
 * Listings with everything in which two engines could differ: ties at the bounds of the trim in groups of 100 to 700,
 * areas in square feet, prices with more decimals than count, several currencies and one without a rate, listings
 * without an area, rooms beyond five and unknown, and cells around a pentagon.
 */
async function writeListings(dataDir: string): Promise<void> {
  const writer = await openListingWriter(dataDir, 'all')
  const random = mulberry(7)
  const around = (lat: number, lng: number, rings: number) => cellsAround(trustCell(latLngToCell(lat, lng, 8)), rings)
  const sites: [country: string, currency: string, cells: readonly Cell[], listings: number][] = [
    ['es', 'EUR', around(41.39, 2.16, 9), 5_000],
    ['us', 'USD', around(40.7, -74, 6), 2_000],
    ['no', 'NOK', around(59.9, 10.7, 3), 700],
    ['xx', 'XTS', around(1, 1, 1), 40],
    ['is', 'EUR', cellsAround(PENTAGON, 4), 900],
  ]
  let key = 0
  for (const [country, currency, cells, listings] of sites) {
    for (let i = 0; i < listings; i++) {
      const cell = cells[Math.floor(random() ** 2 * cells.length)] ?? CITY_CELLS[0]
      if (cell === undefined) throw new Error('expected a cell')
      const area =
        [null, 80.1, 240.3, Number((900 * SQFT).toFixed(8)), 30 + Math.floor(random() * 400) / 4][i % 5] ?? null
      // Many equal quotients, and some that differ in the last digits of their doubles only.
      const perSqm = [1_248.439_45, 3_000, 3_000.000_01, 500 + random() * 9_000][i % 4] ?? 0
      const rooms = [null, 0, 1, 2, 3, 5, 6, 9][Math.floor(random() * 8)] ?? null
      writer.add({
        ...FLAT,
        key: `${key++}`,
        country,
        currency,
        ad_sub_type: i % 9 === 0 ? 'rent' : 'buy',
        property_type: ['apartment', 'house', 'land'][Math.floor(random() * 3)] ?? 'other',
        rooms,
        price: i % 7 === 0 ? 200_000 : Number(((area ?? 70) * perSqm).toFixed(i % 3 === 0 ? 6 : 2)),
        area,
        listed_on: `2026-${['09', '10'][(i >> 2) % 2]}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
        ...cellCenter(cell),
        cell,
      })
    }
  }
  await writer.publish()
}

const FLAT: Omit<
  Listing,
  'key' | 'country' | 'currency' | 'rooms' | 'price' | 'area' | 'listed_on' | 'cell' | 'lat' | 'lng'
> = {
  source: 'test',
  ad_sub_type: 'buy',
  property_type: 'apartment',
  region: null,
  province: null,
  city: null,
  macrozone: null,
  microzone: null,
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

/** Small repeatable random numbers from 0 to below 1. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Rows with counts and states as they are, and amounts as equal when they differ by 1e-12 of themselves at most. */
function expectSame(rows: readonly FigureRow[], expected: readonly FigureRow[]): void {
  expect(rows.length).toBe(expected.length)
  let most = 0
  for (const [i, row] of rows.entries()) {
    const other = expected[i]
    if (!other) throw new Error('expected as many rows')
    const [same, as] = [row, other].map(({ cell, estimated, listings }) => `${cell} ${estimated} ${listings}`)
    if (same !== as) expect(same).toBe(as)
    for (const name of ['median_price', 'median_price_per_sqm', 'median_area', 'average_price'] as const) {
      const [a, b] = [row[name], other[name]]
      if (a === b) continue
      if (a === null || b === null) expect([row.cell, name, a]).toEqual([row.cell, name, b])
      else most = Math.max(most, Math.abs(a / b - 1))
    }
  }
  expect(most).toBeLessThanOrEqual(1e-12)
}

type Stored = [lens: string, cell: string, estimated: number | boolean, listings: number, ...amounts: (number | null)[]]

/** All figures of a period in a file, by lens and cell; the lens is before the cell's id. */
function figuresInFile({ figuresFile }: Period): FigureRow[] {
  const database = new Database(figuresFile ?? '', { readonly: true })
  try {
    const sql = `SELECT ad_sub_type || ' ' || property_type || ' ' || rooms || ' ', CAST(cell AS TEXT), estimated, listings,
      median_price, median_price_per_sqm, median_area, average_price
      FROM figure JOIN lens ON lens.id = lens ORDER BY ad_sub_type, property_type, rooms, cell`
    return (database.prepare(sql).raw().all([]) as Stored[]).map(storedFigure)
  } finally {
    database.close()
  }
}

async function figuresInTable(server: TestClickhouse, build: string): Promise<FigureRow[]> {
  const lines = await server.ask(`
    SELECT ad_sub_type || ' ' || property_type || ' ' || toString(rooms) || ' ', toString(cell), estimated, listings,
      median_price, median_price_per_sqm, median_area, average_price
    FROM figure WHERE build = '${build}' ORDER BY ad_sub_type, property_type, rooms, cell FORMAT JSONCompactEachRow`)
  return lines.split('\n').map((line) => storedFigure(JSON.parse(line)))
}

function storedFigure([lens, cell, estimated, listings, price, perSqm, area, average]: Stored): FigureRow {
  return {
    cell: `${lens}${cell}` as Cell,
    estimated: Boolean(estimated),
    listings,
    median_price: price ?? null,
    median_price_per_sqm: perSqm ?? null,
    median_area: area ?? null,
    average_price: average ?? null,
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
    await writeListings(dataDir)
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
          expectSame(await figuresInTable(server, other.version), expected)
        })
      })
    }
  })

  it('are read as from the embedded store, with and without neighbours that have none', async () => {
    const [period, other] = [newestOf(files), newestOf(there)]
    const near = [...CITY_CELLS, ...cellsAround(PENTAGON, 5)]
    for (const resolution of RESOLUTIONS) {
      const cells = [...new Set(near.map((cell) => cellParent(cell, resolution)))].sort()
      for (const filter of [ANY, { ...ANY, property_type: 'house', rooms: 2 }, { ...ANY, property_type: 'castle' }]) {
        expectSame(await other.figures(filter, cells), await period.figures(filter, cells))
      }
      expect(await other.listingCountries(cells)).toEqual(await period.listingCountries(cells))
    }
  })

  it('are those of the embedded store under price filters', async () => {
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
        expectSame(await there.pricedFigures.figures(newestOf(there), ...asked), expected)
        rows += expected.length
      }
    }
    expect(rows).toBeGreaterThan(100)
  })

  it('stay as they are when nothing has changed, and become a new revision when listings do', async () => {
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

  it('are the same from listings in object storage, which ClickHouse reads there without keys in an address or an error', async () => {
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
    expectSame(await figuresInTable(own, build ?? ''), figuresInFile(newest))
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.filter((address) => address.includes(secretAccessKey) || address.includes('S3RVER'))).toEqual([])
    await Promise.all([here.close(), there.close(), between.close(), storage.close()])
  })
})

describe.skipIf(!hasClickhouse())('a service over two servers of ClickHouse', { timeout: 120_000 }, () => {
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
    // While the second one is away, the first one publishes alone.
    await two.kill()
    await rebuild()
    await two.start()
    expect(await two.ask("SHOW TABLES LIKE 'figure'")).toBe('')
    expect((await rebuild()).built).toEqual([])
    const sums = 'SELECT build, count(), sum(cityHash64(toString(tuple(*)))) FROM figure GROUP BY build ORDER BY build'
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
    // What one has newly published alone is never asked of the other, which lacks it.
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
    await one.ask('ALTER TABLE period UPDATE published_at = published_at - 100000 WHERE 1 SETTINGS mutations_sync = 2')
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
})

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
