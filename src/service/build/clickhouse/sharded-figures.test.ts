// @module-tag nightly
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rollup } from 'd3-array'
import fc from 'fast-check'
import { cellToChildren, cellToParent, getRes0Cells, gridDisk, latLngToCell } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cell, cellParent, RESOLUTIONS, trustCell } from '../../../domain/cell.ts'
import { cellsAround } from '../../../domain/distance.ts'
import { expectSameRows, PENTAGON, writeComparedListings } from '../../../testing/compared-figures.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../../testing/servers/clickhouse-server.ts'
import { CITY_CELLS, FIXTURE_NOW } from '../../../testing/service-fixture.ts'
import { parseClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import { shardOf } from '../../clickhouse/shards.ts'
import type { FigureStore } from '../../figures/figure-store.ts'
import type { FigureRow, Period } from '../../figures/period.ts'
import { FiguresUnreadable } from '../../figures/period.ts'
import type { PricedFigures } from '../../figures/priced-figures.ts'
import { moveFigures } from '../../moving/move-figures.ts'
import { openMovable } from '../../moving/open-movable.ts'
import { buildStoreOf, type FiguresPlace, openFigures } from '../../open-figures.ts'
import { buildPeriods } from '../build-periods.ts'

const log = pino({ level: 'silent' })
const ANY = { ad_sub_type: 'buy', property_type: null, rooms: null, min_price_usd: null, max_price_usd: null }
const ASKER = { account: 1, signal: () => new AbortController().signal }

interface Opened {
  readonly figures: FigureStore
  readonly pricedFigures: PricedFigures
}

/** Cells on both sides of the line between two coarse cells that are in different shards of two. */
function cellsOfBorder(): Cell[] {
  const coarse = trustCell(latLngToCell(42, 43, 1))
  const isBeyond = (cell: string) => shardOf(trustCell(cell), 2) !== shardOf(coarse, 2)
  const isAtBorder = (cell: string) => gridDisk(cell, 1).some(isBeyond)
  let at: string | undefined = coarse
  for (const resolution of [4, 6, 8]) at = cellToChildren(at ?? coarse, resolution).find(isAtBorder)
  if (at === undefined) throw new Error('expected a cell beside another shard, found none')
  return cellsAround(trustCell(at), 5)
}

describe('shards', () => {
  it('have coarse cells as a whole, and about as many each', () => {
    const coarse = getRes0Cells().flatMap((cell) => cellToChildren(cell, 1))
    for (let of = 1; of <= 12; of++) {
      const counts = rollup(
        coarse,
        (cells) => cells.length,
        (cell) => shardOf(trustCell(cell), of),
      )
      expect(counts.size).toBe(of)
      expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(1.3)
    }
    for (const [lat, lng] of [
      [47, 3],
      [40, -4],
      [39, -96],
      [22, 79],
      [32, 110],
      [-12, -50],
    ] as const) {
      const region = gridDisk(latLngToCell(lat, lng, 1), 1)
      expect(new Set(region.map((cell) => shardOf(trustCell(cell), 2))).size).toBe(2)
    }
    const place = fc.tuple(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    )
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 12 }), ([lat, lng], of) => {
        const cell = latLngToCell(lat, lng, 8)
        const parents = [1, 4, 7, 8].map((resolution) => trustCell(cellToParent(cell, resolution)))
        expect(new Set(parents.map((parent) => shardOf(parent, of))).size).toBe(1)
      }),
    )
  })
})

describe.skipIf(!hasClickhouse())('figures in shards', { timeout: 120_000 }, () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'sharded-figures-'))
    folders.push(folder)
    return folder
  }
  const border = cellsOfBorder()
  const near = [...CITY_CELLS, ...cellsAround(PENTAGON, 5), ...border]
  let dataDir: string
  let files: Opened
  let there: Opened
  /** Two of the first shard and one of the second. */
  let servers: readonly [TestClickhouse, TestClickhouse, TestClickhouse]
  const addressOf = (...shards: readonly (readonly TestClickhouse[])[]) => {
    const hosts = shards.map((shard) => shard.map(({ host }) => host).join(','))
    return parseClickhouseAddress(`clickhouse://${hosts.join(';')}`) ?? expect.fail()
  }
  const sharded = () => addressOf(servers.slice(0, 2), servers.slice(2))
  const build = async (figuresUrl: FiguresPlace['figuresUrl']) => {
    const openStore = await buildStoreOf({ dataDir, figuresUrl })
    // Files in one portion, shards in many: figures do not depend on it.
    const listingsAtOnce = figuresUrl === null ? undefined : 1_000
    return buildPeriods({ dataDir, now: FIXTURE_NOW, minListings: { 4: 7, 8: 4 }, listingsAtOnce, openStore, log })
  }
  const open = (figuresUrl: FiguresPlace['figuresUrl'], folder = newFolder()) =>
    openFigures({ dataDir: folder, figuresUrl }, FIXTURE_NOW, log)
  const close = ({ figures, pricedFigures }: Opened) => {
    figures.close()
    pricedFigures.close()
  }
  const newestOf = ({ figures }: Opened): Period => figures.served() ?? expect.fail()

  beforeAll(async () => {
    servers = [await startClickhouse(), await startClickhouse(), await startClickhouse()]
    dataDir = newFolder()
    await writeComparedListings(dataDir, border)
    const [inFiles, inShards] = [await build(null), await build(sharded())]
    const without = ({ built }: typeof inFiles) => built.map(({ seconds: _, ...period }) => period)
    expect(without(inShards)).toEqual(without(inFiles))
    files = await open(null, dataDir)
    there = await open(sharded())
  }, 120_000)
  afterAll(async () => {
    for (const store of [files, there]) if (store) close(store)
    for (const server of servers ?? []) await server.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('are each on the servers of one shard, which have the same', async () => {
    const sums = (table: string) =>
      Promise.all(
        servers.map((server) => server.ask(`SELECT count(), sum(cityHash64(toString(tuple(*)))) FROM ${table}`)),
      )
    for (const table of ['figure', 'listing_cell', 'fact']) {
      const [one, same, other] = await sums(table)
      expect([table, same]).toEqual([table, one])
      expect(Number(other?.split('\t')[0])).toBeGreaterThan(0)
    }
    const cells = await Promise.all(
      [servers[0], servers[2]].map((server) => server.ask('SELECT DISTINCT h3ToString(cell) FROM figure')),
    )
    for (const [shard, text] of cells.entries()) {
      for (const cell of text.split('\n')) expect(shardOf(trustCell(cell), 2)).toBe(shard)
    }
  })

  it('are computed by one server of each, from listings of its ground and beside it', async () => {
    const listings = await Promise.all(
      servers.map((server) =>
        server
          .ask('SELECT h3ToString(cell) FROM listing')
          .then((text) => text.split('\n').filter((cell) => cell !== '')),
      ),
    )
    const [one = [], same, other = []] = listings
    expect(same).toEqual([])
    const all = 5_000 + 2_000 + 700 + 40 + 900 + 1_500
    const isHome = (shard: number) => (cell: string) => shardOf(trustCell(cell), 2) === shard
    expect(one.filter(isHome(0)).length + other.filter(isHome(1)).length).toBe(all)
    for (const [shard, cells] of [one, other].entries()) {
      const beside = cells.filter((cell) => !isHome(shard)(cell))
      expect(beside.length).toBeGreaterThan(0)
      const isNear = (cell: string) =>
        RESOLUTIONS.some((resolution) => gridDisk(cellParent(trustCell(cell), resolution), 1).some(isHome(shard)))
      expect(beside.filter((cell) => !isNear(cell))).toEqual([])
    }
    for (const server of servers) {
      for (const table of ['own', 'trim_rank', 'trim_band']) {
        expect([table, await server.ask(`SELECT count() FROM ${table}`)]).toEqual([table, '0'])
      }
    }
  })

  it('are read as from files, on both sides of the line between two shards, with and without price filters', async () => {
    const [period, other] = [newestOf(files), newestOf(there)]
    expect(other.meta).toEqual(period.meta)
    expect([other.countries, other.propertyTypes]).toEqual([period.countries, period.propertyTypes])
    // Estimates of cells from listings of another shard.
    const isPooledAcross = ({ cell, estimated }: FigureRow) =>
      estimated && gridDisk(cell, 1).some((near) => shardOf(trustCell(near), 2) !== shardOf(cell, 2))
    let [pooled, pooledInPrices] = [0, 0]
    const prices = { min_price_usd: 100_000, max_price_usd: 600_000 }
    for (const resolution of RESOLUTIONS) {
      const cells = [...new Set(near.map((cell) => cellParent(cell, resolution)))].sort()
      expect(new Set(cells.map((cell) => shardOf(cell, 2))).size).toBe(2)
      for (const filter of [ANY, { ...ANY, property_type: 'house', rooms: 2 }]) {
        const expected = await period.figures(filter, cells)
        pooled += expected.filter(isPooledAcross).length
        expectSameRows(await other.figures(filter, cells), expected)
      }
      expect(await other.listingCountries(cells)).toEqual(await period.listingCountries(cells))
      const asked = [{ ...ANY, ...prices }, cells, { resolution, asker: ASKER }] as const
      const expected = await files.pricedFigures.figures(period, ...asked)
      pooledInPrices += expected.filter(isPooledAcross).length
      expectSameRows(await there.pricedFigures.figures(other, ...asked), expected)
    }
    expect(Math.min(pooled, pooledInPrices)).toBeGreaterThan(0)
  })

  it('are all among the cells with which places are looked up', async () => {
    const cellsIn = ({ figuresFile }: Period) => {
      const database = new Database(figuresFile ?? '', { readonly: true })
      try {
        const sql = `SELECT DISTINCT CAST(cell AS TEXT) AS cell FROM figure JOIN lens ON lens.id = lens
          WHERE property_type = '' AND rooms = -1 ORDER BY cell`
        return database.prepare(sql).all([])
      } finally {
        database.close()
      }
    }
    expect(cellsIn(newestOf(there))).toEqual(cellsIn(newestOf(files)))
  })

  it('are moved to files and to another number of shards, every row as it was', async () => {
    const single = await startClickhouse()
    try {
      const back = { dataDir: newFolder(), figuresUrl: null }
      const places = [
        { dataDir: newFolder(), figuresUrl: sharded() },
        back,
        { dataDir: newFolder(), figuresUrl: addressOf([single]) },
      ]
      for (const [i, from] of places.slice(0, -1).entries()) {
        const [source, target] = [await openMovable(from), await openMovable(places[i + 1] ?? from)]
        const moved = await moveFigures({
          ...{ from: source, to: target, workDir: join(from.dataDir, 'moving') },
          ...{ notesFile: join(from.dataDir, 'moved.json'), onProgress: () => {} },
        })
        expect(moved.map(({ outcome }) => outcome)).toEqual(moved.map(() => 'moved'))
        await source.close()
        await target.close()
      }
      const rows = 'SELECT count() FROM fact'
      const apart = await Promise.all(
        [servers[0], servers[2]].map((server, shard) =>
          server.ask(`SELECT DISTINCT h3ToString(cell), count() FROM fact GROUP BY cell`).then((text) =>
            text
              .split('\n')
              .map((line) => line.split('\t'))
              .filter(([cell]) => shardOf(trustCell(cell ?? ''), 2) === shard)
              .reduce((sum, [, count]) => sum + Number(count), 0),
          ),
        ),
      )
      expect(Number(await single.ask(rows))).toBe(apart.reduce((a, b) => a + b))
      const [moved, expected] = [await open(addressOf([single])), newestOf(files)]
      const cells = near.map((cell) => cellParent(cell, 6))
      expectSameRows(await newestOf(moved).figures(ANY, cells), await expected.figures(ANY, cells))
      close(moved)
    } finally {
      await single.close()
    }
  })

  it('are refused where servers are named in other places than when they were built for', async () => {
    const turned = addressOf(servers.slice(2), servers.slice(0, 2))
    await expect(build(turned)).rejects.toThrow(
      /expected shard \d of 2 at this place of the address, found shard \d of 2/,
    )
    for (const address of [turned, addressOf(servers.slice(0, 1))]) {
      const store = await open(address)
      expect(() => store.figures.newest()).toThrow(FiguresUnreadable)
      close(store)
    }
    expect((await build(sharded())).built).toEqual([])
  })

  it('are built again where a build was killed before it was published in every shard', async () => {
    const newest = newestOf(there).as_of
    await servers[2].ask(`ALTER TABLE period DELETE WHERE as_of = '${newest}' SETTINGS mutations_sync = 2`)
    const store = await open(sharded())
    expect(store.figures.labels()).not.toContain(newest)
    close(store)
    expect((await build(sharded())).built.map(({ as_of }) => as_of)).toEqual([newest])
    const again = await open(sharded())
    const cells = near.map((cell) => cellParent(cell, 8))
    expectSameRows(await newestOf(again).figures(ANY, cells), await newestOf(files).figures(ANY, cells))
    close(again)
    await expect.poll(() => there.figures.served()?.as_of, { timeout: 10_000 }).toBe(newest)
  })

  it('are answered by the other server of a shard, and by none where a whole shard fails', async () => {
    await servers[0].close()
    const cells = near.map((cell) => cellParent(cell, 8))
    for (let i = 0; i < 3; i++) {
      expectSameRows(await newestOf(there).figures(ANY, cells), await newestOf(files).figures(ANY, cells))
    }
    await servers[2].close()
    const bySide = (shard: number) => cells.filter((cell) => shardOf(cell, 2) === shard)
    expect((await newestOf(there).figures(ANY, bySide(0))).length).toBeGreaterThan(0)
    await expect(newestOf(there).figures(ANY, cells)).rejects.toThrow(FiguresUnreadable)
    await expect(build(sharded())).rejects.toThrow('No server of shard 2 of 2 can be used; nothing was changed.')
  })
})
