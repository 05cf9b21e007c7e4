import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statsResponse } from '../../../contract/service/stats/stats.ts'
import { cellCenter } from '../../../domain/distance.ts'
import { FLAT } from '../../../testing/compared-figures.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../../testing/servers/clickhouse-server.ts'
import { addressOf, testClickhouses } from '../../../testing/servers/test-clickhouses.ts'
import { CITY_CELLS, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../../testing/service-fixture.ts'
import { openListingWriter } from '../../listings/listing-store.ts'
import { buildStoreOf, openFigures } from '../../open-figures.ts'
import { startService } from '../../start-service.ts'
import { buildPeriods } from '../build-periods.ts'

const log = pino({ level: 'error' })

const { servers, newFolder, close } = testClickhouses('two-servers-')
afterAll(close)

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
